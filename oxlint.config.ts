// What the linter asks, and the arrow: each floor of `src/` may use those below it.
// (`npm run lint` fetches oxlint; it is no locked dependency, so its types cannot be imported here.)

interface Restriction {
  group: string[]
  message: string
  allowTypeImports?: boolean
}

/** The floors of `src/`, from the top. */
const floors = ['process', 'outward', 'records', 'people', 'http', 'storage', 'config', 'fields', 'pure']

function above(floor: string): Restriction[] {
  const names = floors.slice(0, floors.indexOf(floor))
  return names.length === 0
    ? []
    : [
        {
          group: names.map((name) => `**/../${name}/**`),
          message: `${floor}/ knows nothing of the floors above it: take what you need as an argument, or move it down.`,
        },
      ]
}

/**
 * Within floors, where there is an order: which rooms beside it a room knows nothing of. Those that are not named use one another, as far as
 * nothing is in a circle: no file, of values (`import/no-cycle`) or types, and no room (`test/house/circles.test.ts`); of what they use,
 * `siblings` says what is their own.
 */
const unknown: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // What is stored; then how; then what follows from it.
  storage: {
    schema: ['files', 'images', 'db', 'index', 'words'],
    files: ['schema', 'images', 'db', 'index', 'words'],
    images: ['schema', 'db', 'index', 'words'],
    db: ['images', 'index', 'words'],
    index: ['files', 'images', 'words'],
  },
  // What all posts have in common knows none of them, and what venues and organizers share, neither of the two.
  records: {
    posts: [
      'events',
      'linked',
      'media',
      'organizers',
      'rows',
      'schedules',
      'series',
      'terms',
      'tickets',
      'venues',
    ],
    linked: ['organizers', 'venues'],
  },
  // Parameters read by what the others know, each by itself; texts for readers come last.
  pure: {
    ...Object.fromEntries(
      ['calendar', 'errors', 'geo', 'sorted', 'text'].map((room, _, all) => [
        room,
        [...all.filter((other) => other !== room), 'params', 'locale'],
      ]),
    ),
    params: ['locale'],
  },
}

function beside(room: string, others: readonly string[]): Restriction {
  return {
    group: others.map((other) => `**/../${other}/**`),
    message: `${room}/ knows nothing of this room beside it: what both need stands in one below, or is an argument.`,
  }
}

/** Within a room: `routes → write → query → db` and `routes → view`. */
const siblings: Restriction = {
  group: ['**/../*/*.{routes,write}.ts', '!**/../{posts,linked,mail,accounts}/*.write.ts'],
  message:
    "A room uses a sibling's query, view, params and record. Its routes belong to whoever serves them, its write to writes: several in one transaction.",
}
const routesOfSiblings: Restriction = {
  group: ['**/../*/*.routes.ts'],
  message:
    'Routes belong to whoever serves them (process/surface.ts): a write uses writes, queries and records.',
}
const sql: Restriction = {
  group: ['kysely', 'kysely/**', 'pg', 'node:sqlite', '**/../{db,schema}/**'],
  message: 'No SQL here: ask a room’s *.query.ts. (Types may be imported.)',
  allowTypeImports: true,
}
const presentation: Restriction = {
  group: ['**/*.{routes,view}.ts'],
  message:
    'A query answers rows and a write changes them; neither presents. The routes bring rows and view together.',
  allowTypeImports: true,
}
const changes: Restriction = {
  group: ['**/*.write.ts'],
  message:
    'A query changes nothing: the write asks the query, not the other way round. (Types may be imported.)',
  allowTypeImports: true,
}
const questions: Restriction = {
  group: ['**/*.{routes,write,query}.ts'],
  message: 'A view shapes the rows that it is given and asks nothing. (Types may be imported.)',
  allowTypeImports: true,
}
const inputAndOutput: Restriction = {
  group: [
    'node:{fs,http,https,net,child_process,process,sqlite}',
    'node:{fs,dns,readline,stream}/promises',
    'fastify',
    'kysely',
    'pg',
  ],
  message: 'Pure code does no input or output: take the text, get the answer back.',
}

// Of several overrides for one file the last one counts, whole: each lists everything that its files may not import.
// (A `!` that matches silences the file's whole list, not only its own group.)
function mayNotImport(files: string, ...patterns: Restriction[]) {
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

/** The files of a folder, each kind with what it may not import beside. */
function inOrder(folder: string, ...patterns: Restriction[]) {
  const pure = folder.startsWith('src/pure') ? [inputAndOutput] : []
  // Below all that may be written by siblings, nothing is.
  const writes =
    folder === 'src/records/posts' ? { ...siblings, group: siblings.group.slice(0, 1) } : siblings
  return [
    mayNotImport(`${folder}/**`, ...patterns, writes, ...pure),
    mayNotImport(`${folder}/**/*.query.ts`, ...patterns, presentation, changes, writes),
    mayNotImport(`${folder}/**/*.write.ts`, ...patterns, presentation, routesOfSiblings),
    mayNotImport(`${folder}/**/*.view.ts`, ...patterns, questions, sql, writes),
  ]
}

const arrow = [
  ...floors.slice(1).flatMap((floor) => inOrder(`src/${floor}`, ...above(floor))),
  ...Object.entries(unknown).flatMap(([floor, rooms]) =>
    Object.entries(rooms).flatMap(([room, others]) =>
      inOrder(`src/${floor}/${room}`, ...above(floor), beside(room, others)),
    ),
  ),
  mayNotImport('src/outward/{web,feeds}/**', ...above('outward'), sql, siblings),
  // They declare the endpoints of events in another form.
  mayNotImport('src/outward/{tec,wp}/*.routes.ts', ...above('outward')),
  mayNotImport('src/outward/widget/**', {
    group: ['../**'],
    message: 'widget/ runs in browsers: of the rest of the program it knows types only.',
    allowTypeImports: true,
  }),
  ...['src/outward/admin/*', 'src/outward/admin/*/**'].map((files) =>
    mayNotImport(files, {
      group: [files.endsWith('*/**') ? '../../**' : '../**', '!**/../{fields,pure}/**'],
      message:
        'admin/ runs in browsers: of the rest of the program it knows types, fields/ and what is pure.',
      allowTypeImports: true,
    }),
  ),
  // A unit test beside its file may borrow from anywhere.
  { files: ['src/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
]

// Written into text they are their own ISO 8601 form.
const temporal = {
  from: 'lib',
  name: [
    'Duration',
    'Instant',
    'PlainDate',
    'PlainDateTime',
    'PlainMonthDay',
    'PlainTime',
    'PlainYearMonth',
    'ZonedDateTime',
  ],
}

export default {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'node', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  options: { reportUnusedDisableDirectives: 'error' },
  env: { node: true, es2026: true },
  ignorePatterns: ['dist/', 'docs/spec/', 'test/wire/scenarios/', 'test/wire/wire.mjs'],
  rules: {
    // Promises
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/return-await': ['error', 'in-try-catch'],

    // Types
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-ts-expect-error': 'error',
    'typescript/restrict-plus-operands': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],

    // Modules
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'oxc/no-barrel-file': 'error',
    'unicorn/prefer-node-protocol': 'error',

    // Reading
    eqeqeq: 'error',
    'max-depth': ['error', 4],
    'max-lines': ['error', { max: 350 }],
    'no-else-return': 'error',
    'no-fallthrough': 'error',
    'no-var': 'error',
    'object-shorthand': 'error',
    'prefer-const': 'error',
    'prefer-template': 'error',
    'unicorn/prefer-at': 'error',
    'unicorn/prefer-string-replace-all': 'error',
    'unicorn/prefer-string-slice': 'error',

    // What the categories ask and the house does not
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'no-await-in-loop': 'off', // The steps of a transaction happen one after the other; so do those of a test.
    'no-shadow': 'off', // The vocabulary of params/ is called `page`, `status`, `slug`; so are values of it.
    'no-underscore-dangle': 'off', // The wire says `_fields` and `_links`.
    'unicorn/require-post-message-target-origin': 'off', // Windows have origins; threads have none.
    'typescript/no-unsafe-enum-assignment': 'off', // There are no enums: `erasableSyntaxOnly`. Looking for them took a third of all.
    'typescript/no-misused-spread': 'off', // `[...word]` is how to count code points.
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allow: [temporal] }],
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unsafe-type-assertion': 'off', // `as` is allowed where its reason stands above it.
  },
  overrides: [
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['src/**/messages.ts', 'src/**/messages/*.ts'], rules: { 'max-lines': 'off' } },
    // What a screen shows and does is named in parts.
    { files: ['src/outward/admin/**'], rules: { 'max-lines-per-function': ['error', { max: 120 }] } },
    {
      files: ['src/**'],
      rules: {
        // `process.env` is read once, into the configuration.
        'node/no-process-env': 'error',
        // "Now" arrives as an argument; only main.ts owns a clock.
        'no-restricted-properties': [
          'error',
          {
            object: 'Temporal',
            property: 'Now',
            message: '"Now" arrives as an argument; main.ts owns the clock.',
          },
          {
            object: 'Date',
            property: 'now',
            message: '"Now" arrives as an argument; main.ts owns the clock.',
          },
        ],
        'typescript/no-unsafe-argument': 'error',
        'typescript/no-unsafe-assignment': 'error',
        'typescript/no-unsafe-call': 'error',
        'typescript/no-unsafe-member-access': 'error',
        'typescript/no-unsafe-return': 'error',
      },
    },
    {
      files: ['src/process/{main,cli}.ts', 'src/config/config.ts', 'src/process/cli/**', 'src/**/*.test.ts'],
      rules: { 'node/no-process-env': 'off', 'no-restricted-properties': 'off' },
    },
    {
      files: ['**/*.test.ts'],
      rules: {
        // A test reads answers of JSON as they come, and keeps its small functions beside their use.
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
        'unicorn/consistent-function-scoping': 'off',
      },
    },
    {
      // Their types come from the rooms, which run elsewhere: what browsers lack compiles, and is refused here.
      files: ['src/outward/admin/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          'Temporal',
          'Buffer',
          'process',
          'global',
          'require',
          'setImmediate',
        ],
      },
    },
    { files: ['src/outward/admin/**/*.test.ts'], rules: { 'no-restricted-globals': 'off' } },
    ...arrow,
  ],
}
