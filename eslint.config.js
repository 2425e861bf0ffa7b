// Our conventions as rules. What is not here, in `npm run check` or in a test, is not a convention.
import tseslint from 'typescript-eslint';

const pureFolders = [
  ...['contract', 'stats', 'aggregate', 'verdict', 'gate', 'report'].map((name) => `src/${name}`),
  // What the bot decides: its ports tell it the time.
  ...['change', 'runs', 'main-branch', 'reconcile', 'commands'].map((name) => `bot/src/${name}`),
];

/** Each with the reason that a person sees who breaks it. */
const everywhere = [
  {
    selector: 'ExportDefaultDeclaration',
    message: 'Name what you export: a default export has another name in every file.',
  },
  {
    selector: 'TSAsExpression > TSAsExpression > TSUnknownKeyword',
    message: 'Two casts switch the types off. Validate at the door, or state the type.',
  },
];

const clockAndDice = [
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'This folder is pure: let the caller pass the time.',
  },
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'This folder is pure: let the caller pass the time.',
  },
  {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'This folder is pure: let the caller pass a seeded generator.',
  },
];

const worldGlobals = [
  'process',
  'fetch',
  'performance',
  'crypto',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'WebSocket',
  'console',
].map((name) => ({ name, message: 'This folder is pure: let the caller pass what it needs.' }));

const inTests = [
  {
    selector:
      'CallExpression[callee.object.name="vi"][callee.property.name=/^(mock|doMock|hoisted)$/]',
    message: 'Pass a plain object through the port; a mocked module tests the mock.',
  },
  {
    selector:
      'MemberExpression[object.name=/^(test|it|describe|suite)$/][property.name=/^(only|skip|todo|fails)$/]',
    message: 'A test runs or is deleted. What a host may lack: test.skipIf(the reason).',
  },
  {
    selector: 'CallExpression[callee.property.name=/^(toMatchSnapshot|toMatchInlineSnapshot)$/]',
    message: 'State what is expected, or compare with a golden file named by its behaviour.',
  },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'coverage/',
      '.cache/',
      '.perigee/',
      '**/golden/',
      'src/contract/documents.ts',
    ],
  },
  {
    // A rule that needs an exception in the code is the wrong rule.
    linterOptions: { noInlineConfig: true },
  },
  {
    files: ['**/*.{js,mjs}'],
    extends: [tseslint.configs.base],
    rules: { 'max-lines': ['error', 250], eqeqeq: 'error', 'no-var': 'error' },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { project: './tsconfig.json' } },
    rules: {
      'max-lines': ['error', 250],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
      'no-restricted-syntax': ['error', ...everywhere],
      eqeqeq: 'error',
      'prefer-const': 'error',
      'no-console': 'off',
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // Numbers in text are what this program is about.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true, allowNullish: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Our objects are closures: no method of them looks at `this`.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      // A function may be async because the type that it implements says so.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_' }],
    },
  },
  {
    // A file of bench/ or scripts/ is a program; what lies in a folder there is called by one.
    files: ['{src,bot/src,action/src,buildkite-plugin/src}/**/*.ts', '{bench,scripts}/*/**/*.ts'],
    ignores: [
      ...[
        'src/cli/**',
        'src/service/**',
        'src/profile/sdk.ts',
        // Programs that run the test runner of a project, and what it loads.
        'src/profile/cases/*.ts',
        'action/src/main.ts',
        'buildkite-plugin/src/main.ts',
      ],
      // It starts programs in the environment that whoever runs the tests has.
      'scripts/testing/**',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Entry points read the environment, once; below them its values are passed in.',
        },
        {
          object: 'process',
          property: 'argv',
          message: 'Entry points read the arguments, once; below them their values are passed in.',
        },
        {
          object: 'process',
          property: 'exit',
          message: 'Throw: only an entry point decides how the program ends.',
        },
      ],
    },
  },
  {
    files: pureFolders.map((folder) => `${folder}/**/*.ts`),
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...clockAndDice],
      'no-restricted-globals': ['error', ...worldGlobals],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...inTests],
      // A test may take apart what it has just seen to be there.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // Simulations index arrays of a length that they have just chosen.
    files: ['bench/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    // Tools read their configuration from a default export.
    files: ['vitest.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
