/** Node's own, by the name under which an old package asks for it. */
module.exports = require('node:stream').PassThrough;
