// What the linter asks, and the arrow: main, cli → app → rooms → auth, http, db → params, calendar, geo, text, errors.
// (`npm run lint` fetches oxlint; it is no locked dependency, so its types cannot be imported here.)

interface Restriction {
  group: string[]
  message: string
  allowTypeImports?: boolean
}

// Of several overrides for one file the last one counts, whole: each folder lists everything that it may not import.
// The folders around the rooms are named; every other folder of `src/` is a room, so that a new room is held by default.
// `posts/` and `linked/` are what rooms have in common, so that these may use all of both; `mail/` is what they send by,
// and `accounts/` what opens an account.
// (A `!` that matches silences the file's whole list, not only its own group.)

const theApp: Restriction = {
  group: ['**/../{app,surface,main,cli}.ts'],
  message: 'Nothing below app.ts imports it: there the rooms meet. Take what you need as an argument.',
}

const allBut = (...folders: string[]): string[] => [
  '**/../*/**',
  ...folders.map((name) => `!**/../${name}/**`),
]

const siblings: Restriction = {
  group: ['**/../*/*.{routes,write}.ts', '!**/../{posts,linked,mail,accounts}/*.{routes,write}.ts'],
  message:
    "A room uses a sibling's *.query.ts, *.view.ts, *.params.ts and *.record.ts, never its routes or its write.",
}

const siblingsOfEventsWrite: Restriction = {
  group: [...siblings.group, '!**/../{venues,organizers,terms}/*.write.ts'],
  message: `${siblings.message} (events/*.write.ts may use those of venues, organizers and terms: nested creates share its transaction.)`,
}

const siblingsOfSeries: Restriction = {
  group: [...siblings.group, '!**/../{events,terms}/*.write.ts'],
  message: `${siblings.message} (series/*.write.ts may use those of events and terms: its dates are events, changed in one transaction.)`,
}

const siblingsOfBulk: Restriction = {
  group: [...siblings.group, '!**/../{events,series}/*.write.ts'],
  message: `${siblings.message} (bulk/*.write.ts may use those of events and series: what is done to several is one transaction.)`,
}

const siblingsOfImports: Restriction = {
  group: [...siblings.group, '!**/../{events,terms,series}/*.write.ts'],
  message: `${siblings.message} (imports/*.write.ts may use those of events, terms and series: a batch of all kinds is one transaction.)`,
}

const siblingsOfSubmissions: Restriction = {
  group: [...siblings.group, '!**/../{events,series,media,changes}/*.write.ts'],
  message: `${siblings.message} (submissions/*.write.ts may use those of events, series, media and changes: accepting is one transaction, and so is taking it back.)`,
}

const siblingsOfChanges: Restriction = {
  group: [...siblings.group, '!**/../{events,terms}/*.write.ts'],
  message: `${siblings.message} (changes/*.write.ts may use those of events and terms: what is taken back is one transaction.)`,
}

const siblingsOfForms: Restriction = {
  group: [...siblings.group, '!**/../events/*.routes.ts'],
  message: `${siblings.message} (tec/ and wp/*.routes.ts may use the endpoints of events: they declare the same in another form.)`,
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
    'node:*/promises',
    'fastify',
    'kysely',
    'pg',
  ],
  message: 'Pure code does no input or output: take the text, get the answer back.',
}

function mayNotImport(files: string, ...patterns: Restriction[]) {
  return { files: [files], rules: { 'no-restricted-imports': ['error', { patterns }] } }
}

const arrow = [
  mayNotImport('src/*/**', theApp, siblings),
  mayNotImport('src/*/*.query.ts', theApp, presentation, changes, siblings),
  mayNotImport('src/*/*.write.ts', theApp, presentation, siblings),
  mayNotImport('src/events/*.write.ts', theApp, presentation, siblingsOfEventsWrite),
  mayNotImport('src/series/*.write.ts', theApp, presentation, siblingsOfSeries),
  mayNotImport('src/bulk/*.write.ts', theApp, presentation, siblingsOfBulk),
  mayNotImport('src/imports/**/*.write.ts', theApp, presentation, siblingsOfImports),
  mayNotImport('src/imports/imports.undo.routes.ts', theApp),
  mayNotImport('src/submissions/*.write.ts', theApp, presentation, siblingsOfSubmissions),
  mayNotImport('src/changes/*.write.ts', theApp, presentation, siblingsOfChanges),
  mayNotImport('src/{tec,wp}/*.routes.ts', theApp, siblingsOfForms),
  mayNotImport('src/*/*.view.ts', theApp, questions, sql, siblings),
  mayNotImport('src/{web,feeds}/**', theApp, sql, siblings),
  mayNotImport('src/widget/**', {
    group: ['../**'],
    message: 'widget/ runs in browsers: of the rest of the program it knows types only.',
    allowTypeImports: true,
  }),
  ...['src/admin/*', 'src/admin/*/**'].map((files) =>
    mayNotImport(files, {
      group: [files === 'src/admin/*' ? '../**' : '../../**', '!**/../{calendar,geo,text,params}/**'],
      message:
        'admin/ runs in browsers: of the rest of the program it knows types, and what is pure (calendar/, geo/, text/, params/).',
      allowTypeImports: true,
    }),
  ),
  // The demo calendar is written as people would write it: through every room’s write.
  mayNotImport('src/demo/**', theApp),
  { files: ['src/cli/**'], rules: { 'no-restricted-imports': 'off' } },
  mayNotImport('src/auth/**', theApp, {
    group: allBut('db', 'schema', 'params', 'calendar', 'geo', 'text'),
    message: 'auth/ knows people and rights: no room, and nothing of HTTP. It may use db/.',
  }),
  mayNotImport('src/db/**', theApp, {
    group: allBut('schema', 'params', 'calendar', 'geo', 'text', 'files', 'sqlite', 'postgres'),
    message: 'db/ knows how databases are opened and asked: no room, no rights, and nothing of HTTP.',
  }),
  mayNotImport('src/schema/**', theApp, {
    group: allBut('migrations', 'params', 'calendar', 'geo', 'text'),
    message: 'schema/ says what is stored, in words that db/ has for both kinds of databases.',
  }),
  mayNotImport('src/db/{sqlite,postgres}/**', theApp, {
    group: allBut('schema', 'params', 'calendar', 'geo', 'text', 'files'),
    message: 'A dialect knows nothing of the other one: what both need stands in db/.',
  }),
  mayNotImport('src/http/**', theApp, {
    group: allBut('auth', 'db', 'schema', 'index', 'words', 'images', 'params', 'calendar', 'geo', 'text'),
    message: 'http/ knows no resource: a room hands it its routes, and app.ts the rest.',
  }),
  mayNotImport('src/params/**', theApp, {
    group: allBut('calendar', 'geo', 'text'),
    message: 'params/ is vocabulary: beyond itself it knows calendar/, geo/, text/ and errors.ts only.',
  }),
  mayNotImport('src/{calendar,geo,text}/*.ts', inputAndOutput, {
    group: ['../**'],
    message: 'calendar/, geo/ and text/ are pure: they know nothing of ours outside their own folder.',
  }),
  mayNotImport('src/{calendar,geo,text}/*/**', inputAndOutput, {
    group: ['../../**'],
    message: 'calendar/, geo/ and text/ are pure: they know nothing of ours outside their own folder.',
  }),
  mayNotImport('src/sorted/**', theApp, {
    group: ['../**'],
    message: 'sorted/ is pure: it knows numbers, and not what they stand for.',
  }),
  mayNotImport('src/index/**', theApp, {
    group: allBut('db', 'schema', 'sorted', 'params', 'calendar', 'geo', 'text'),
    message:
      'index/ knows numbers of events: no room, and nothing of HTTP. Words are in words/, which may ask it.',
  }),
  mayNotImport('src/config*.ts', {
    group: ['./*/**', '!./{calendar,geo,text}/**', '!./db/address.ts'],
    message: 'Settings are read before there are any rooms. (Types may be imported.)',
    allowTypeImports: true,
  }),
  mayNotImport('src/errors*.ts', inputAndOutput, {
    group: ['./**', '../**', '!./errors*.ts'],
    message: 'errors.ts is one table that everybody reads: it knows nothing of ours.',
  }),
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
    'import/no-named-as-default': 'off', // `import Type from 'typebox'` is how typebox is used.
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
      files: ['src/{main,cli,config}.ts', 'src/cli/**', 'src/**/*.test.ts'],
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
    ...arrow,
  ],
}
