import type { components } from './schema';

/** What the server's JSON looks like, by the names the app uses. `npm run api` makes the schema from the server's own document. */
type Schemas = components['schemas'];

export type User = Schemas['User'];
export type Track = Schemas['Track'];
export type TrackDetail = Schemas['TrackDetail'];
export type ArtistRef = Schemas['ArtistRef'];
export type Album = Schemas['Album'];
export type AlbumDetail = Schemas['AlbumDetail'];
export type Artist = Schemas['Artist'];
export type ArtistDetail = Schemas['ArtistDetail'];
export type Genre = Schemas['Genre'];
export type SearchResults = Schemas['Search'];
export type Lyrics = Schemas['Lyrics'];
export type Welcome = Schemas['Welcome'];
export type AppConfig = Schemas['Config'];
export type ScanStatus = Schemas['ScanStatus'];
export type LibraryStatus = Schemas['Library'];
export type Problem = Schemas['Problem'];

export type GoogleConfig = Schemas['Google'];
export type Grant = Schemas['Grant'];
export type ProviderGrant = Schemas['ProviderGrant'];
/** A new second factor: what the app on the person's phone has to learn. */
export type Enrolment = Schemas['Enrolment'];
export type PasskeyRequest = Schemas['Ceremony'] & { options: PublicKeyCredentialRequestOptionsJSON };
export type PasskeyCreation = Schemas['Ceremony'] & { options: PublicKeyCredentialCreationOptionsJSON };
export type Detail = Schemas['Detail'];
export type ConfirmedEmail = Schemas['ConfirmedEmail'];
export type ChangedEmail = Schemas['ChangedEmail'];
export type Deletion = Schemas['Deletion'];
export type InvitationValid = Schemas['InvitationValid'];

export type Security = Schemas['Security'];
export type Passkey = Schemas['Passkey'];
export type NewPasskey = Schemas['AddedPasskey'];
export type RecoveryCodes = Schemas['RecoveryCodes'];
export type Identity = Schemas['Identity'];
/** Where a person is signed in. */
export type Device = Schemas['Session'];
export type AppPassword = Schemas['AppPassword'];
export type NewAppPassword = Schemas['NewAppPassword'];
export type DataExport = Schemas['Export'];

export type PublicProfile = Schemas['PublicProfile'];
export type ListenerStats = Schemas['Stats'];
export type Activity = Schemas['Activity'];

export type Member = Schemas['Member'];
export type Role = Member['role'];
export type Invitation = Schemas['Invitation'];
/** The only time its link is known. */
export type NewInvitation = Required<Invitation>;
/** An entry of the person's own log, and of everybody's. */
export type OwnEvent = Schemas['OwnEvent'];
export type AuditEvent = Schemas['Event'];
