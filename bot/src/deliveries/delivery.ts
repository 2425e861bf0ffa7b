import type { Button, DeliveryMessage } from '../../../src/contract/documents.ts';

/** The fields that a message of the log must have, by its form. */
type Holding<K extends keyof DeliveryMessage> = Required<Pick<DeliveryMessage, 'receivedAt' | K>>;

/** An event in a repository. */
export type Delivery = Holding<'id' | 'repository' | 'what'>;
/** The app was given more to see, or may do more: all that it is installed in there is to be looked at. */
export type InstallationDelivery = Holding<'id' | 'installation'>;
/** A webhook of Buildkite: a build began or went on. */
export type BuildDelivery = Holding<'id' | 'build'>;
export type AnyDelivery = Delivery | InstallationDelivery | BuildDelivery;
/** One of GitHub that could not be read. */
export type UnreadWebhook = Holding<'webhook'>;

/** In the log: messages about one repository stay in order. */
export function keyDelivery(delivery: AnyDelivery): string {
  if ('repository' in delivery) return String(delivery.repository.id);
  return 'build' in delivery
    ? `build-${delivery.build.repository}`
    : `installation-${delivery.installation}`;
}

export const buttons = [
  'rerun',
  'accept',
  'explain',
  'acknowledge',
] as const satisfies readonly Button[];
