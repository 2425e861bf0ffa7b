/** Takes the place of ajv in dist/: schemas are compiled by `npm run generate`. */
export default undefined;
