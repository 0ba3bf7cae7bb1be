import type { Rect } from '../layout/arrange.ts';

interface Size {
  width: number;
  height: number;
}

/** The part of a face's picture that fills the tile: what is over is cut off on both sides alike. */
export function cover(picture: Size, tile: Size): Rect {
  const scale = Math.max(tile.width / picture.width, tile.height / picture.height);
  const [width, height] = [tile.width / scale, tile.height / scale];
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height };
}

/** Where a screen stands in its tile: whole, in the middle. */
export function contain(picture: Size, tile: Rect): Rect {
  const scale = Math.min(tile.width / picture.width, tile.height / picture.height);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  return {
    x: tile.x + Math.round((tile.width - width) / 2),
    y: tile.y + Math.round((tile.height - height) / 2),
    width,
    height,
  };
}
