import { initialOf, shadeOf } from '../../shared/initial.ts';
import type { Rect } from '../layout/arrange.ts';
import { contain, cover } from './crop.ts';
import { Glide, GlidingRect } from './glide.ts';
import { type Brush, look } from './look.ts';
import { Picture } from './picture.ts';
import { Plate } from './plate.ts';

/** Whom or what a tile shows. */
export interface Sight {
  key: string;
  kind: 'face' | 'screen';
  /** Keeps a person's colour the same. */
  personId: string;
  name: string;
  track: MediaStreamTrack | undefined;
  isSpeaking: boolean;
}

/** One tile: it glides to its place, and fades in and out. */
export class Tile {
  readonly place: GlidingRect;
  readonly picture: Picture;
  readonly #presence = new Glide(0);
  #pictureShare = new Glide(0);
  readonly #ring = new Glide(0);
  #sight: Sight;
  #plate: Plate;

  /** `picture`: where there is one already that follows the sight's track. */
  constructor(sight: Sight, place: Rect, now: number, picture = new Picture()) {
    this.#sight = sight;
    this.picture = picture;
    if (picture.isOn) this.#pictureShare = new Glide(1);
    this.#plate = plateOf(sight);
    this.place = new GlidingRect(place);
    this.#presence.moveTo(1, now);
    this.show(sight, now);
  }

  get sight(): Sight {
    return this.#sight;
  }

  show(sight: Sight, now: number): void {
    if (sight.name !== this.#sight.name) this.#plate = plateOf(sight);
    this.#sight = sight;
    this.picture.follow(sight.track);
    this.#ring.moveTo(sight.isSpeaking ? 1 : 0, now);
  }

  leave(now: number): void {
    this.picture.freeze();
    this.#presence.moveTo(0, now);
    this.#ring.moveTo(0, now);
  }

  hasLeft(now: number): boolean {
    return this.#presence.target === 0 && !this.#presence.isMoving(now);
  }

  /** Whether the whole picture has to be painted anew, for tiles may lie over each other meanwhile. */
  isMoving(now: number): boolean {
    return this.place.isMoving(now) || this.#presence.isMoving(now);
  }

  /** Whether this tile looks other than when it was drawn last. */
  isStale(now: number): boolean {
    this.#pictureShare.moveTo(this.picture.isOn ? 1 : 0, now);
    const hasNews = this.picture.takeNews();
    return hasNews || this.#pictureShare.isMoving(now - 50) || this.#ring.isMoving(now - 50);
  }

  draw(brush: Brush, now: number): void {
    const rect = this.place.at(now);
    if (rect.width < 2 || rect.height < 2) return;
    const { kind } = this.#sight;
    brush.globalAlpha = this.#presence.at(now);
    brush.fillStyle = kind === 'screen' ? look.screen : look.tile;
    brush.fillRect(rect.x, rect.y, rect.width, rect.height);
    const share = this.#pictureShare.at(now);
    if (share < 1 && kind === 'face') this.#drawInitial(brush, rect);
    if (this.picture.frame !== undefined && share > 0) {
      brush.globalAlpha = this.#presence.at(now) * share;
      drawFrame(brush, this.picture.frame, kind, rect);
      brush.globalAlpha = this.#presence.at(now);
    }
    roundCorners(brush, rect);
    this.#plate.draw(brush, rect);
    this.#drawRing(brush, rect, now);
    brush.globalAlpha = 1;
  }

  #drawInitial(brush: Brush, { x, y, width, height }: Rect): void {
    const radius = Math.min(96, Math.min(width, height) * 0.2);
    brush.fillStyle = shadeOf(this.#sight.personId);
    brush.beginPath();
    brush.arc(x + width / 2, y + height / 2, radius, 0, 2 * Math.PI);
    brush.fill();
    brush.fillStyle = '#ffffff';
    brush.font = `600 ${Math.round(radius * 0.84)}px ${look.font}`;
    brush.textAlign = 'center';
    brush.textBaseline = 'alphabetic';
    const initial = initialOf(this.#sight.name);
    const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = brush.measureText(initial);
    brush.fillText(initial, x + width / 2, y + height / 2 + (up - down) / 2);
  }

  #drawRing(brush: Brush, { x, y, width, height }: Rect, now: number): void {
    const share = this.#ring.at(now);
    if (share === 0) return;
    brush.globalAlpha *= share;
    brush.strokeStyle = look.accent;
    brush.lineWidth = 3;
    brush.beginPath();
    brush.roundRect(x + 1.5, y + 1.5, width - 3, height - 3, look.radius - 1.5);
    brush.stroke();
  }
}

const plateOf = ({ kind, name }: Sight) => new Plate(kind === 'screen' ? `${name}’s screen` : name);

function drawFrame(brush: Brush, frame: VideoFrame, kind: Sight['kind'], rect: Rect): void {
  const size = { width: frame.displayWidth, height: frame.displayHeight };
  if (kind === 'screen') {
    const { x, y, width, height } = contain(size, rect);
    brush.drawImage(frame, x, y, width, height);
    return;
  }
  const part = cover(size, rect);
  brush.drawImage(frame, part.x, part.y, part.width, part.height, rect.x, rect.y, rect.width, rect.height);
}

/** Paints over the corners. To clip the picture instead would cost several times as much. */
function roundCorners(brush: Brush, { x, y, width, height }: Rect): void {
  brush.fillStyle = look.ground;
  brush.beginPath();
  for (const [cornerX, cornerY, towardsX, towardsY] of [
    [x, y, 1, 1],
    [x + width, y, -1, 1],
    [x, y + height, 1, -1],
    [x + width, y + height, -1, -1],
  ] as const) {
    brush.moveTo(cornerX, cornerY);
    brush.lineTo(cornerX + towardsX * look.radius, cornerY);
    brush.quadraticCurveTo(cornerX, cornerY, cornerX, cornerY + towardsY * look.radius);
    brush.closePath();
  }
  brush.fill();
}
