/** The schema of one value, as far as messages need it. */
export interface ValueSchema {
  title?: string;
  description?: string;
  pattern?: string;
  properties?: object;
  anyOf?: readonly { type?: string }[];
}
