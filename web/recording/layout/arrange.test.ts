import { expect, test } from 'vitest';
import { arrange, frame, placesFor, type Rect, type Scene } from './arrange.ts';

const faces = (count: number) => Array.from({ length: count }, (_, index) => `face ${index}`);

const overlap = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const scenes: [string, Scene][] = [1, 2, 3, 4, 5, 9, 16, 25].flatMap((count): [string, Scene][] => {
  const grid: Scene = { layout: 'grid', faces: faces(count), screens: [] };
  const few = faces(Math.min(count, placesFor({ layout: 'speaker', screens: [] })));
  return [
    [`a grid of ${count}`, grid],
    [`a speaker among ${few.length}`, { layout: 'speaker', faces: few, screens: [], lead: few.at(-1) }],
    [`a screen and ${count} faces`, { ...grid, faces: faces(Math.min(count, 5)), screens: ['screen'] }],
    [`two screens and ${count} faces`, { ...grid, faces: faces(Math.min(count, 5)), screens: ['one', 'two'] }],
  ];
});

test.each(scenes)('%s: everyone has a place inside the picture, and nobody another one’s', (_, scene) => {
  const places = arrange(scene);
  expect([...places.keys()].sort()).toEqual([...scene.faces, ...scene.screens].sort());
  const rects = [...places.values()];
  for (const [index, rect] of rects.entries()) {
    expect(rect.x).toBeGreaterThanOrEqual(16);
    expect(rect.y).toBeGreaterThanOrEqual(16);
    expect(rect.x + rect.width).toBeLessThanOrEqual(frame.width - 16);
    expect(rect.y + rect.height).toBeLessThanOrEqual(frame.height - 16);
    for (const other of rects.slice(index + 1)) expect(overlap(rect, other)).toBe(false);
  }
});

test('nobody is in an empty hall', () => {
  expect(arrange({ layout: 'grid', faces: [], screens: [] }).size).toBe(0);
});

test('one person fills the picture in both layouts', () => {
  for (const layout of ['grid', 'speaker'] as const) {
    const place = arrange({ layout, faces: ['ada'], screens: [] }).get('ada');
    expect(place?.height).toBe(frame.height - 32);
  }
});

test('two people stand side by side, the same size, in the middle', () => {
  const places = arrange({ layout: 'grid', faces: ['ada', 'bob'], screens: [] });
  const [ada, bob] = [places.get('ada'), places.get('bob')];
  expect(ada?.y).toBe(bob?.y);
  expect(ada?.width).toBe(bob?.width);
  expect((ada?.x ?? 0) + (bob?.x ?? 0) + (bob?.width ?? 0)).toBe(frame.width);
});

test('an incomplete last row stands in the middle', () => {
  const places = arrange({ layout: 'grid', faces: faces(3), screens: [] });
  const last = places.get('face 2');
  expect((last?.x ?? 0) * 2 + (last?.width ?? 0)).toBeCloseTo(frame.width, -1);
});

test('a screen is larger than all faces together', () => {
  const places = arrange({ layout: 'grid', faces: faces(5), screens: ['screen'] });
  const area = (key: string) => (places.get(key)?.width ?? 0) * (places.get(key)?.height ?? 0);
  expect(area('screen')).toBeGreaterThan(faces(5).reduce((sum, face) => sum + area(face), 0) * 3);
});

test('the speaker is large, also when somebody else came first', () => {
  const places = arrange({ layout: 'speaker', faces: faces(3), screens: [], lead: 'face 1' });
  expect(places.get('face 1')?.width).toBeGreaterThan(1000);
  expect(places.get('face 0')?.width).toBeLessThan(300);
});
