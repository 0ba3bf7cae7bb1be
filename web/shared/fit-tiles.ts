export interface Size {
  width: number;
  height: number;
}

export const gap = 8; // pixels between tiles

const widest = 16 / 9; // what cameras deliver

/** The largest tiles of which `count` fit into the area. On an upright phone they may be upright, too. */
export function fitTiles(area: Size, count: number): Size {
  const narrowest = area.height > area.width ? 3 / 4 : 4 / 3;
  let best: Size = { width: 0, height: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const width = (area.width - gap * (columns - 1)) / columns;
    const height = (area.height - gap * (rows - 1)) / rows;
    const tile = {
      width: Math.max(0, Math.floor(Math.min(width, height * widest))),
      height: Math.max(0, Math.floor(Math.min(height, width / narrowest))),
    };
    if (tile.width * tile.height > best.width * best.height) best = tile;
  }
  return best;
}

const most = 25; // videos at once that an ordinary laptop decodes without trouble

/** How many of `count` tiles to show at once, so that faces stay recognisable. */
export function tilesPerPage(area: Size, count: number): number {
  const smallest = area.width < 600 ? 130 : 200; // pixels wide
  let fitting = Math.min(count, most);
  while (fitting > 1 && fitTiles(area, fitting).width < smallest) fitting -= 1;
  return Math.max(1, fitting);
}
