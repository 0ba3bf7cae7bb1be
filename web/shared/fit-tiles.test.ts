import { expect, test } from 'vitest';
import { fitTiles, gap, tilesPerPage } from './fit-tiles.ts';

const desktop = { width: 1256, height: 716 };
const phone = { width: 344, height: 608 };

test.each([1, 2, 3, 5, 12, 25])('%i tiles fit into the area', (count) => {
  for (const area of [desktop, phone]) {
    const tile = fitTiles(area, count);
    const columns = Math.floor((area.width + gap) / (tile.width + gap));
    const rows = Math.floor((area.height + gap) / (tile.height + gap));
    expect(columns * rows).toBeGreaterThanOrEqual(count);
  }
});

test('two people stand side by side on a desktop, one above the other on a phone', () => {
  expect(fitTiles(desktop, 2).width).toBeGreaterThan(600);
  expect(fitTiles(phone, 2).width).toBe(344);
});

test('a crowd is shown in pages on which faces can be recognised', () => {
  expect(tilesPerPage(desktop, 500)).toBe(25);
  expect(tilesPerPage(phone, 500)).toBeLessThan(25);
  expect(fitTiles(phone, tilesPerPage(phone, 500)).width).toBeGreaterThanOrEqual(130);
});

test('an area that is not measured yet has no room, and no fault', () => {
  expect(fitTiles({ width: 0, height: 0 }, 3)).toEqual({ width: 0, height: 0 });
  expect(tilesPerPage({ width: 0, height: 0 }, 3)).toBe(1);
});
