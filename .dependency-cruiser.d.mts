/** The types of the import rule, for the test that plants against it. */
declare const configuration: {
  forbidden: { name: string; comment: string; severity: string }[];
};
export default configuration;
