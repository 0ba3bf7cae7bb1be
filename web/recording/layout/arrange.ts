import { fitTiles, gap } from '../../shared/fit-tiles.ts';

/** In pixels of the recorded picture. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Layout = 'grid' | 'speaker';

export interface Scene {
  layout: Layout;
  /** Keys of the faces to show, in order; at most `placesFor` says. */
  faces: readonly string[];
  /** Keys of the shared screens, which come before everything else. */
  screens: readonly string[];
  /** Whoever stands large in the speaker layout: one of `faces`. */
  lead?: string | undefined;
}

/** What every player and every television shows without scaling, at a size that two cores encode. */
export const frame = { width: 1280, height: 720 };

const margin = 16;
const inner: Rect = { x: margin, y: margin, width: frame.width - 2 * margin, height: frame.height - 2 * margin };

/** Faces beside a screen or the speaker: small, but recognisable. */
const strip = { width: 224, height: 126, length: 5 };

/** As many as the room page shows on one page. */
const gridLength = 25;

const hasStrip = ({ layout, screens }: Pick<Scene, 'layout' | 'screens'>) => screens.length > 0 || layout === 'speaker';

/** How many faces find a place. */
export function placesFor(scene: Pick<Scene, 'layout' | 'screens'>): number {
  if (!hasStrip(scene)) return gridLength;
  return scene.screens.length > 0 ? strip.length : strip.length + 1;
}

/** Where everything stands. */
export function arrange(scene: Scene): Map<string, Rect> {
  const { faces, screens, lead = faces[0] } = scene;
  if (screens.length > 0) return besideStrip(screens, faces);
  if (hasStrip(scene) && lead !== undefined && faces.length > 1) {
    return besideStrip(
      [lead],
      faces.filter((face) => face !== lead),
    );
  }
  return inRows(faces, inner);
}

function besideStrip(large: readonly string[], small: readonly string[]): Map<string, Rect> {
  if (small.length === 0) return stacked(large, inner);
  const width = inner.width - gap - strip.width;
  const height = small.length * strip.height + (small.length - 1) * gap;
  const top = Math.round(inner.y + (inner.height - height) / 2);
  const places = stacked(large, { ...inner, width });
  small.forEach((key, index) => {
    const y = top + index * (strip.height + gap);
    places.set(key, { x: inner.x + width + gap, y, width: strip.width, height: strip.height });
  });
  return places;
}

/** A screen uses all the room there is; several share it in rows. */
function stacked(keys: readonly string[], area: Rect): Map<string, Rect> {
  const [only] = keys;
  return keys.length === 1 && only !== undefined ? new Map([[only, area]]) : inRows(keys, area);
}

function inRows(keys: readonly string[], area: Rect): Map<string, Rect> {
  const tile = fitTiles(area, keys.length);
  const columns = Math.max(1, Math.floor((area.width + gap) / (tile.width + gap)));
  const rows = Math.ceil(keys.length / columns);
  const top = Math.round(area.y + (area.height - (rows * (tile.height + gap) - gap)) / 2);
  const places = new Map<string, Rect>();
  keys.forEach((key, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, keys.length - row * columns);
    const left = Math.round(area.x + (area.width - (inRow * (tile.width + gap) - gap)) / 2);
    const x = left + (index % columns) * (tile.width + gap);
    places.set(key, { x, y: top + row * (tile.height + gap), ...tile });
  });
  return places;
}
