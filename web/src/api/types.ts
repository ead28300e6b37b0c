import type { components } from './schema';

/** The types of the server's JSON, by the names the app uses. `npm run api` generates the schema from the server's own document. */
type Schemas = components['schemas'];

export type User = Schemas['User'];
export type Track = Schemas['Track'];
export type Podcast = Schemas['Podcast'];
export type Episode = Schemas['Episode'];
export type Chapter = Schemas['Chapter'];
export type PodcastImport = Schemas['PodcastImport'];
export type TrackDetail = Schemas['TrackDetail'];
/** The loudness of a track and its album. */
export type Gain = Schemas['Gain'];
export type ArtistRef = Schemas['ArtistRef'];
export type Album = Schemas['Album'];
export type AlbumDetail = Schemas['AlbumDetail'];
export type Artist = Schemas['Artist'];
export type ArtistDetail = Schemas['ArtistDetail'];
export type Genre = Schemas['Genre'];
export type Year = Schemas['Year'];
export type Folder = Schemas['Folder'];
export type Letter = Schemas['Letter'];
export type SearchResults = Schemas['Search'];
export type AppConfig = Schemas['Config'];
export type ScanStatus = Schemas['ScanStatus'];
export type LibraryStatus = Schemas['Library'];
export type Database = Schemas['Database'];
export type Backup = Schemas['Backup'];
export type Work = Schemas['Work'];
export type Analytics = Schemas['Analytics'];
export type AnalyticsTop = Schemas['AnalyticsTop'];

export type GoogleConfig = Schemas['Google'];
export type Grant = Schemas['Grant'];
export type ProviderGrant = Schemas['ProviderGrant'];
/** A new second factor: the secret for the authenticator app. */
export type Enrolment = Schemas['Enrolment'];

export type Security = Schemas['Security'];
export type Passkey = Schemas['Passkey'];
export type NewPasskey = Schemas['AddedPasskey'];
export type Identity = Schemas['Identity'];
/** A device where a person is signed in. */
export type Device = Schemas['Session'];
export type APIKey = Schemas['APIKey'];
export type NewAPIKey = Schemas['NewAPIKey'];
export type ScrobblingService = Schemas['ScrobblingService'];
export type DataExport = Schemas['Export'];

export type PublicProfile = Schemas['PublicProfile'];
export type ListenerStats = Schemas['Stats'];
export type Activity = Schemas['Activity'];

export type Member = Schemas['Member'];
export type Role = Member['role'];
export type Invitation = Schemas['Invitation'];
/** An entry of the person's own log, or of the audit log. */
export type OwnEvent = Schemas['OwnEvent'];
export type AuditEvent = Schemas['Event'];

export type Playlist = Schemas['Playlist'];
/** A track in a playlist, which can contain the same track more than once. */
export type Entry = Schemas['Entry'];
export type PlaylistMember = Schemas['PlaylistMember'];
export type PlaylistDuplicate = Schemas['DuplicateEntry'];
/** Results of changes to a playlist's entries, used to revert them. */
export type Added = Schemas['Added'];
export type Removed = Schemas['Removed'];
export type Move = Schemas['Moved'];
export type Import = Schemas['Import'];
export type ImportReport = Schemas['ImportReport'];
export type CollectionReport = Schemas['CollectionReport'];
export type ImportedPlaylist = Schemas['Imported'];
export type SmartRules = Schemas['SmartRules'];
/** One condition, or a group of conditions. */
export type SmartRule = Schemas['SmartRule'];
export type SmartField = Schemas['SmartField'];
export type Station = Schemas['Station'];
/** A station in an external directory. */
export type DirectoryStation = Schemas['DirectoryEntry'];
export type Mix = Schemas['Mix'];
/** A mix with its tracklist, and what the person may do with it. */
export type MixDetail = Schemas['MixDetail'];
export type MixComment = Schemas['MixComment'];
/** A mix that the server makes. */
export type Automix = Schemas['Automix'];
export type AutomixPair = Schemas['Pair'];
export type AutomixListed = Schemas['ListedAutomix'];
/** Music that somebody asked the server for. */
export type Generation = Schemas['Generation'];
/** Who makes music: the composer or a service. */
export type Maker = Schemas['AiMusicProvider'];
/** A line of a person's conversation with the composer. */
export type AIMessage = Schemas['AiMessage'];
export type AILog = Schemas['AiLog'];
export type FileProblem = Schemas['FileProblem'];
/** Music that AI made, as operators review it. */
export type AITrack = Schemas['AiTrack'];
export type AdminMix = Schemas['AdminMix'];
export type AdminStation = Schemas['AdminStation'];
export type AdminPlaylist = Schemas['AdminPlaylist'];
/** A person with a public profile. */
export type Person = Schemas['Person'];
/** A play in the person's history. */
export type Heard = Schemas['Heard'];
/** Whether plays are recorded. */
export type Pause = Schemas['Pause'];
/** Statistics of the person's listening. */
export type Listening = Schemas['Listening'];
export type Top = Schemas['Top'];
/** A mix for the person that changes every day. */
export type MadeForYou = Schemas['MadeForYou'];
/** Something new; the field of its kind is set. */
export type Arrival = Schemas['Arrival'];
export type Release = Schemas['Release'];

/** What one of a person's devices is playing or last played. */
export type PlayerDevice = Schemas['PlayerDevice'];

/** One of the person's notifications; the app calls them updates. */
export type Notification = Schemas['Notification'];
/** How a person wants to be notified, besides on the page. */
export type NotificationSettings = Schemas['ChoicesAnswer'];
export type Follow = Schemas['Follow'];

/** A link for people without an account, and what it shows. */
export type Share = Schemas['Share'];
export type Shared = Schemas['Shared'];
export type SharedTrack = Schemas['SharedTrack'];

/** Who can go on air on a station, and the connection settings for their software. */
export type StationDJs = Schemas['StationDJs'];
export type NewStationDJ = Schemas['NewStationDJ'];
/** A playlist that AutoDJ plays on a station. */
export type StationPlaylist = Schemas['StationListOf'];
/** What a station will play next. */
export type StationQueue = Schemas['Queue'];
export type QueueSlot = Schemas['Slot'];
/** A station's health, log and audience. */
export type StationHealth = Schemas['StationHealth'];
export type StationEvent = Schemas['StationEvent'];
export type StationFigures = Schemas['StationFigures'];
/** The requests of a station's listeners. */
export type StationRequest = Schemas['Request'];
/** The chat on a station's page. */
export type StationChatLine = Schemas['ChatLine'];
/** A recorded live show. */
export type Recording = Schemas['Recording'];
/** Something a station played. */
export type StationPlay = Schemas['StationPlay'];
/** A show with its start and end. */
export type ShowTime = Schemas['ShowTime'];
/** How far back a station can be rewound, and what it played since. */
export type Rewind = Schemas['Rewind'];
/** A slot in a station's week. */
export type StationShow = Schemas['Show'];

/** The data of each event of the server, by the event's name. */
export type Events = Schemas['Events'];
export type StationStatus = Events['station'];
export type EpisodeProgress = Events['episode'];
export type PlaylistChange = Events['playlist'];
export type PlayerCommand = Events['command'];

/** A person's plan, and the plans that people can choose. */
export type OwnPremium = Schemas['OwnPremium'];
export type OfferedPlan = Schemas['OfferedPlan'];
export type OwnMembership = Schemas['OwnMembership'];
export type FamilyMember = Schemas['FamilyMember'];
export type FamilyInvitation = Schemas['FamilyInvitation'];
export type Invoice = Schemas['Invoice'];
