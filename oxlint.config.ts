// Our conventions as rules. What is not here, in `npm run check` or in a test, is not a convention.
import { defineConfig } from 'oxlint';

const pureFolders = [
  ...[
    ...['contract', 'stats', 'adapters', 'aggregate', 'evidence', 'variability'],
    ...['verdict', 'gate', 'report', 'history'],
  ].map((name) => `src/${name}`),
  // What the bot decides: its ports tell it the time.
  ...['change', 'runs', 'left-out', 'main-branch', 'reconcile', 'commands'].map(
    (name) => `bot/src/${name}`,
  ),
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

/** What the set of rules is made of that is called `strict-type-checked` elsewhere, and has no name here. */
const aboutTypes = words(`
  await-thenable no-array-delete no-base-to-string no-deprecated no-duplicate-enum-values
  no-duplicate-type-constituents no-empty-object-type no-explicit-any
  no-extra-non-null-assertion no-extraneous-class no-floating-promises no-for-in-array
  no-generated-empty-object-type no-implied-eval no-meaningless-void-operator no-misused-new
  no-misused-promises no-mixed-enums no-namespace no-non-null-asserted-nullish-coalescing
  no-non-null-asserted-optional-chain no-non-null-assertion no-redundant-type-constituents
  no-require-imports no-this-alias no-unnecessary-boolean-literal-compare
  no-unnecessary-condition no-unnecessary-template-expression no-unnecessary-type-arguments
  no-unnecessary-type-assertion no-unnecessary-type-constraint no-unnecessary-type-conversion
  no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call
  no-unsafe-declaration-merging no-unsafe-enum-comparison no-unsafe-function-type
  no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus no-useless-default-assignment
  no-wrapper-object-types only-throw-error prefer-as-const prefer-literal-enum-member
  prefer-namespace-keyword prefer-promise-reject-errors prefer-reduce-type-parameter
  prefer-return-this-type related-getter-setter-pairs triple-slash-reference unified-signatures
  use-unknown-in-catch-callback-variable consistent-type-imports
`).map((name) => `typescript/${name}`);

/** Rules that only ask for the better of two ways to write the same. */
const aboutStyle = words(`
  eqeqeq no-array-constructor no-unused-expressions no-useless-constructor
  no-var prefer-const prefer-rest-params prefer-spread
`);

const asErrors = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, 'error'] as const));

export default defineConfig({
  options: {
    typeAware: true,
    // The compiler's own errors come with the rest: the program is read once.
    typeCheck: true,
  },
  categories: { correctness: 'off' },
  ignorePatterns: ['**/dist/', 'coverage/', '.cache/', '.perigee/', '**/golden/'],
  plugins: ['typescript'],
  jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  overrides: [
    {
      files: ['**/*.{js,mjs}'],
      rules: { 'max-lines': ['error', 250], eqeqeq: 'error', 'no-var': 'error' },
    },
    {
      files: ['**/*.ts'],
      rules: {
        ...asErrors(aboutStyle),
        ...asErrors(aboutTypes),
        'max-lines': ['error', 250],
        'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'] }],
        'no-unused-vars': ['error', { varsIgnorePattern: '^_' }],
        'eslint-js/no-restricted-syntax': ['error', ...everywhere],
        'typescript/ban-ts-comment': ['error', { 'ts-expect-error': true }],
        'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
        // Our objects are closures: no method of them looks at `this`, so `unbound-method` is not among the rules.
        'typescript/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
        'typescript/no-misused-spread': ['error', { allow: ['string'] }],
        'typescript/restrict-plus-operands': [
          'error',
          {
            allowAny: false,
            allowBoolean: false,
            allowNullish: false,
            allowNumberAndString: false,
            allowRegExp: false,
          },
        ],
        // Numbers in text are what this program is about.
        'typescript/restrict-template-expressions': [
          'error',
          { allowNumber: true, allowBoolean: true, allowNullish: true },
        ],
        'typescript/return-await': ['error', 'error-handling-correctness-only'],
      },
    },
    {
      // A file of bench/ or scripts/ is a program; what lies in a folder there is called by one.
      files: ['{src,bot/src,action/src,buildkite-plugin/src}/**/*.ts', '{bench,scripts}/*/**/*.ts'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'process',
            property: 'env',
            message:
              'Entry points read the environment, once; below them its values are passed in.',
          },
          {
            object: 'process',
            property: 'argv',
            message:
              'Entry points read the arguments, once; below them their values are passed in.',
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
      // Entry points.
      files: [
        'src/cli/**',
        'src/service/**',
        'src/profile/sdk/measure-span.ts',
        // Programs that run the test runner of a project, and what it loads.
        'src/profile/cases/*.ts',
        'src/profile/control/*.ts',
        // Loaded into the Node of a test.
        'src/profile/sampling/node-hook.ts',
        // Started as root.
        'src/profile/calls/count-as-root.ts',
        'action/src/main.ts',
        'buildkite-plugin/src/main.ts',
        // It starts programs in the environment that whoever runs the tests has.
        'scripts/testing/**',
      ],
      rules: { 'no-restricted-properties': 'off' },
    },
    {
      files: pureFolders.map((folder) => `${folder}/**/*.ts`),
      rules: {
        'eslint-js/no-restricted-syntax': ['error', ...everywhere, ...clockAndDice],
        'no-restricted-globals': ['error', ...worldGlobals],
      },
    },
    {
      files: ['test/**/*.ts'],
      rules: {
        'eslint-js/no-restricted-syntax': ['error', ...everywhere, ...inTests],
        // A test may take apart what it has just seen to be there.
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-assignment': 'off',
      },
    },
    {
      // Simulations index arrays of a length that they have just chosen.
      files: ['bench/**/*.ts'],
      rules: { 'typescript/no-non-null-assertion': 'off' },
    },
    {
      // Every Grafana in use takes the classic form of a dashboard, its successor only the newest.
      files: ['grafana/src/**/*.ts'],
      rules: { 'typescript/no-deprecated': 'off' },
    },
    {
      // The successor of the SDK's Server takes schemas of zod only; ours are JSON Schemas.
      files: ['src/web/api/mcp/open-tool-server.ts'],
      rules: { 'typescript/no-deprecated': 'off' },
    },
    {
      // Tools read their configuration from a default export, and packages of CommonJS are one.
      files: ['vitest.config.ts', 'oxlint.config.ts', 'scripts/without-ajv.ts'],
      rules: { 'eslint-js/no-restricted-syntax': 'off' },
    },
  ],
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
