import { Agent, request } from 'node:http';
import { lanes } from './limits.js';

/** Requests to one server over a few kept-open sockets. */
export class Connection {
  #base;
  #agent = new Agent({ keepAlive: true, maxSockets: lanes });

  constructor(base) {
    this.#base = base;
  }

  /** Sends a request and returns the whole answer. */
  async ask(method, path, body) {
    const response = await this.#send(method, path, body);
    const pieces = [];
    for await (const piece of response) pieces.push(piece);
    const answer = Buffer.concat(pieces);
    if (response.statusCode === 200) return answer;
    throw new Error(`${path}: status ${response.statusCode}: ${answer}`);
  }

  async askJson(method, path, value) {
    const body = value === undefined ? undefined : Buffer.from(JSON.stringify(value));
    return JSON.parse(await this.ask(method, path, body));
  }

  /** The answer as a stream, for what is too large to hold. */
  async open(path) {
    const response = await this.#send('GET', path);
    if (response.statusCode === 200) return response;
    throw new Error(`${path}: status ${response.statusCode}`);
  }

  close() {
    this.#agent.destroy();
  }

  #send(method, path, body) {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-length': body.length };
      const options = { method, agent: this.#agent, headers };
      request(new URL(path, this.#base), options, resolve).on('error', reject).end(body);
    });
  }
}

/** Whether a request failed because the server closed it before it was through. */
export function isCancelled(error) {
  return error.code === 'ECONNRESET' || error.code === 'EPIPE';
}
