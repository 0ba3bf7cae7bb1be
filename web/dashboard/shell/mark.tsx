import hall from '../../shared/hall.svg';

export function Mark() {
  return (
    <span className="mark">
      <img src={hall} alt="" width="28" height="28" />
      Hall
    </span>
  );
}
