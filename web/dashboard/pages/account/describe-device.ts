const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (agent: string, names: readonly (readonly [RegExp, string])[]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** What a User-Agent header most likely stands for, in words: "Firefox on Windows". */
export const describeDevice = (agent: string | null): string => {
  const browser = nameIn(agent ?? '', browsers);
  const system = nameIn(agent ?? '', systems);
  if (browser === undefined) return system ?? 'Another program';
  return system === undefined ? browser : `${browser} on ${system}`;
};
