export type StreamEvent = { readonly id: string; readonly type: string; readonly data: string };

const fieldOf = (block: string, name: string): string =>
  block
    .split('\n')
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).trimStart())
    .join('\n');

/** The events of a text/event-stream, whole ones; comments, which keep the connection alive, are left out. */
export async function* readStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = `${rest}${part.value}`.replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = { id: fieldOf(block, 'id'), type: fieldOf(block, 'event'), data: fieldOf(block, 'data') };
      if (event.data !== '') yield event;
    }
  }
}
