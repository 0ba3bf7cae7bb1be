/** The arrows of the house: door → limits → routes → rule → store or media. They never point back up. */
const features = '(halls|participants|guests|recordings|events|webhooks|organisations|people|usage)';

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nobody-imports-compose',
      comment: 'It constructs everything, so whoever imports it has everything.',
      severity: 'error',
      from: { path: '^server', pathNot: '^server/(main|compose)\\.ts$' },
      to: { path: '^server/(compose(-egress|-events|-people|-recordings|-webhooks)?|main)\\.ts$' },
    },
    {
      name: 'errors-import-nothing',
      severity: 'error',
      from: { path: '^server/errors\\.ts$' },
      to: { path: '.' },
    },
    {
      name: 'routes-know-rules-not-stores',
      severity: 'error',
      from: { path: '/routes/' },
      to: { path: '(-store\\.ts|^server/(database|media|limits|embedded)/)' },
    },
    {
      name: 'rules-know-no-http',
      comment: 'A rule is given what it uses and knows neither requests nor replies.',
      severity: 'error',
      from: { path: `^server/${features}/`, pathNot: '/routes/' },
      to: { path: '^server/http/' },
    },
    {
      name: 'stores-are-sql',
      severity: 'error',
      from: { path: '-store\\.ts$' },
      to: { path: '^server/', pathNot: '^server/database/' },
    },
    {
      name: 'features-meet-through-rules',
      comment: 'Another feature’s table is its own business.',
      severity: 'error',
      from: { path: `^server/${features}/` },
      to: { path: `^server/${features}/.*-store\\.ts$`, pathNot: '^server/$1/' },
    },
    {
      name: 'only-media-knows-livekit',
      severity: 'error',
      from: { path: '^server', pathNot: '^server/media/' },
      to: { path: 'livekit-server-sdk' },
    },
    {
      name: 'only-storage-knows-the-s3-client',
      severity: 'error',
      from: { path: '^server', pathNot: '^server/storage/' },
      to: { path: '@aws-sdk|@smithy' },
    },
    {
      name: 'only-people-know-better-auth',
      severity: 'error',
      from: { path: '^server', pathNot: '^server/people/(authentication|second-factor-secrets)\\.ts$' },
      to: { path: 'node_modules/(better-auth|@better-auth)' },
    },
    {
      name: 'only-the-start-knows-embedded',
      severity: 'error',
      from: {
        path: '^server',
        pathNot: '^server/(embedded/|cli/|main\\.ts|start-recorder\\.ts|summary\\.ts|recorder/browser/)',
      },
      to: { path: '^server/embedded/' },
    },
    {
      name: 'the-database-imports-nothing-of-the-house',
      severity: 'error',
      from: { path: '^server/(database|limits)/' },
      to: { path: '^server/', pathNot: '^server/(database|limits)/' },
    },
    {
      name: 'no-tests-in-production',
      severity: 'error',
      from: { path: '^server', pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: '(\\.test\\.ts$|/testing/|^test/|^bench/|fast-check|vitest|autocannon)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.test\\.ts$' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
