import { useEffect, useRef } from 'react';

/** Moves with the microphone, so that people see that they will be heard. */
export function LevelMeter({ track }: { track: MediaStreamTrack }) {
  const meter = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      listen(track, (level) => {
        meter.current?.style.setProperty('--level', String(level));
        meter.current?.setAttribute('aria-valuenow', String(Math.round(level * 100)));
      }),
    [track],
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not agree on how a <meter> can be styled
    <div
      ref={meter}
      className="level"
      role="meter"
      aria-label="Microphone level"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    />
  );
}

const quietest = -60; // decibels below full scale; a silent room's noise stays just under it
const loudest = -12;

/** Calls back some 20 times a second with a level from 0 to 1; returns what ends it. */
function listen(track: MediaStreamTrack, onLevel: (level: number) => void): () => void {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    const decibels = 10 * Math.log10(power + 1e-10);
    onLevel(Math.min(1, Math.max(0, (decibels - quietest) / (loudest - quietest))));
  }, 50);

  // Some browsers hold a page's audio back until the person has touched it.
  const resume = () => void context.resume();
  resume();
  addEventListener('pointerdown', resume);
  addEventListener('keydown', resume);
  return () => {
    clearInterval(timer);
    removeEventListener('pointerdown', resume);
    removeEventListener('keydown', resume);
    void context.close();
  };
}
