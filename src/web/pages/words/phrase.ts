/** A sentence with links in it. Nothing here is escaped: the page sets it as text. */
export type Phrase = readonly (string | Link)[];

export interface Link {
  text: string;
  to: string;
}
