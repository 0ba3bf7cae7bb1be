/** Somebody who could be shown. */
export interface Candidate {
  key: string;
  /** When this person was last heard, in milliseconds of any clock; 0 for never. */
  heardAt: number;
}

/**
 * Who is shown when there are more people than places: those heard last. The order stays that of coming, so that nobody
 * moves without need.
 */
export function choose(people: readonly Candidate[], places: number): string[] {
  const heard = [...people].sort((a, b) => b.heardAt - a.heardAt).slice(0, places);
  const chosen = new Set(heard.map(({ key }) => key));
  return people.map(({ key }) => key).filter((key) => chosen.has(key));
}

/** Whoever was heard last stands large; before anybody was heard, whoever came first. */
export function leadOf(people: readonly Candidate[]): string | undefined {
  return people.reduce<Candidate | undefined>(
    (lead, one) => (lead === undefined || one.heardAt > lead.heardAt ? one : lead),
    undefined,
  )?.key;
}
