/** A person without a picture: the first letter of the name on a colour that stays the same for the same person. */
export function Avatar({ id, name }: { id: string; name: string }) {
  return (
    <span className="avatar" data-shade={shadeOf(id)} aria-hidden="true">
      {[...name.trim()][0]?.toLocaleUpperCase() ?? '?'}
    </span>
  );
}

const shades = 6; // as many as room.css has colours

const shadeOf = (id: string) => [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 0) % shades;
