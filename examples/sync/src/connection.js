import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { lanes } from './limits.js';

const attempts = 60;

/** Requests to one server over a few kept-open sockets. */
export class Connection {
  #base;
  #agent = new Agent({ keepAlive: true, maxSockets: lanes });

  constructor(base) {
    this.#base = base;
  }

  /** Sends a request, again when the server cancelled it, and returns the whole answer. */
  async ask(method, path, body) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#askOnce(method, path, body);
      } catch (error) {
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
        if (attempt === attempts) throw new Error(`${path}: cancelled ${attempts} times`);
        await wait(Math.min(50 * attempt, 500));
      }
    }
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

  async #askOnce(method, path, body) {
    const response = await this.#send(method, path, body);
    const pieces = [];
    for await (const piece of response) pieces.push(piece);
    const answer = Buffer.concat(pieces);
    if (response.statusCode === 200) return answer;
    throw new Error(`${path}: status ${response.statusCode}: ${answer}`);
  }

  #send(method, path, body) {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-length': body.length };
      const options = { method, agent: this.#agent, headers };
      request(new URL(path, this.#base), options, resolve).on('error', reject).end(body);
    });
  }
}
