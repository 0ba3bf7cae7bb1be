/*
 * Runs in the audio thread: collects what the mixed hall sounds like and hands it over in pieces of 20 ms, silence too, for as
 * long as the page lives. TypeScript's DOM types do not know this scope, so the little that is used is declared here.
 */

declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

const pieceFrames = 960;

registerProcessor(
  'hall-tap',
  class extends AudioWorkletProcessor {
    #piece = new Float32Array(2 * pieceFrames);
    #filled = 0;

    process([input = []]: Float32Array[][], [output = []]: Float32Array[][]): boolean {
      // Without a source connected there is no input, but time goes on.
      const frames = output[0]?.length ?? 128;
      for (let index = 0; index < frames; index++) {
        this.#piece[this.#filled] = input[0]?.[index] ?? 0;
        this.#piece[pieceFrames + this.#filled] = input[1]?.[index] ?? input[0]?.[index] ?? 0;
        this.#filled += 1;
        if (this.#filled === pieceFrames) this.#handOver();
      }
      return true;
    }

    #handOver(): void {
      this.port.postMessage(this.#piece, [this.#piece.buffer]);
      this.#piece = new Float32Array(2 * pieceFrames);
      this.#filled = 0;
    }
  },
);
