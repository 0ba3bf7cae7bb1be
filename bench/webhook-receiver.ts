import { createServer } from 'node:http';

/*
 * A receiver in a process of its own: /quick answers 204 at once, /hang never. It notes when each delivery's head came, by the wall
 * clock, under its webhook-id; GET /times gives that, and POST /forget begins anew.
 */

let times: Record<string, number> = {};
let count = 0;

createServer((request, response) => {
  const { url = '' } = request;
  if (request.method === 'GET') {
    const body = url === '/times' ? times : { parts: [], count };
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
  const id = String(request.headers['webhook-id'] ?? '');
  const at = performance.timeOrigin + performance.now();
  request.resume();
  request.on('end', () => {
    if (url === '/forget') {
      times = {};
      count = 0;
    } else if (url === '/hang') return;
    else {
      count += 1;
      if (id !== '') times[id] ??= at;
    }
    response.writeHead(204).end();
  });
}).listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit());
