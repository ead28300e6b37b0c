package playlist

import (
	"context"

	"sonora/internal/api/things"
	"sonora/internal/edge"
	"sonora/internal/music"
)

// entryJSON is a track in a playlist.
type entryJSON struct {
	things.TrackJSON
	EntryID   string                 `json:"entryId" doc:"In a smart playlist, the ID of the track."`
	AddedAt   edge.Time              `json:"addedAt" doc:"When it was added to the playlist; in a smart playlist, to the library."`
	AddedBy   *things.NullablePerson `json:"addedBy" doc:"The person who added it; null if unknown, and in a smart playlist."`
	Available bool                   `json:"available" doc:"Whether its file is available."`
}

func encodeEntry(e *music.Entry) entryJSON {
	out := entryJSON{TrackJSON: things.EncodeTrack(&e.Track), EntryID: e.ID, AddedAt: edge.Time(e.AddedAt), Available: e.Track.MissingAt.IsZero()}
	if e.AddedBy != "" {
		out.AddedBy = &things.NullablePerson{ID: &e.AddedBy, Name: e.ByName}
	}
	return out
}

type entriesInput struct {
	edge.Paging
	ID   string `path:"id" maxLength:"64" doc:"ID of the playlist."`
	Sort string `query:"sort" enum:"random" doc:"The playlist's own order if omitted. Smart playlists keep theirs."`
	Seed int64  `query:"seed" minimum:"0" doc:"For sort=random: the same seed gives the same order."`
}

// entriesOutput is a page of a playlist.
type entriesOutput struct {
	Total    int     `header:"X-Total-Count" doc:"Number of tracks in the playlist that you may see."`
	Link     string  `header:"Link" doc:"Address of the next page, as <…>; rel=next (RFC 8288); absent on the last page."`
	Version  int64   `header:"X-Playlist-Version" doc:"Version of the playlist, which increases with every change of its tracks."`
	Duration float64 `header:"X-Playlist-Duration" doc:"Seconds of the whole playlist."`
	Body     []entryJSON
}

func (a *API) playlistTracks(ctx context.Context, in *entriesInput) (*entriesOutput, error) {
	page, err := in.Page()
	if err != nil {
		return nil, err
	}
	list, err := a.entriesOf(ctx, in, page)
	if err != nil {
		return nil, err
	}
	out := edge.Answer(&in.Paging, list.List, encodeEntry)
	return &entriesOutput{out.Total, out.Link, list.Version, list.Duration.Seconds(), out.Body}, nil
}

func (a *API) entriesOf(ctx context.Context, in *entriesInput, page music.Page) (music.EntryList, error) {
	if in.Sort == "" {
		return a.Playlists.Entries(ctx, edge.Viewer(ctx), in.ID, page)
	}
	return a.Playlists.Shuffled(ctx, edge.Viewer(ctx), in.ID, in.Seed, page)
}

type addTracksInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the playlist."`
	Body struct {
		TrackIDs   []string `json:"trackIds" minItems:"1" maxItems:"1000" doc:"IDs of the tracks, in the order in which to add them."`
		After      *string  `json:"after,omitempty" maxLength:"64" doc:"The entry after which to insert; empty for the start, omitted for the end."`
		Duplicates string   `json:"duplicates,omitempty" enum:"add,skip" default:"add" doc:"Whether to add tracks that are already in the playlist."`
	}
}

type addedEntryJSON struct {
	EntryID string `json:"entryId" doc:"ID of the new entry."`
	TrackID string `json:"trackId" doc:"ID of its track."`
}

type addedJSON struct {
	Version int64            `json:"version" doc:"Version of the playlist after the change."`
	Added   []addedEntryJSON `json:"added" doc:"The new entries, in their order."`
	Skipped []string         `json:"skipped" doc:"Tracks that are already in the playlist, or that you may not see."`
}

func encodeAdded(c *music.EntryChange) addedJSON {
	added := edge.EncodeAll(c.Added, func(e *music.Added) addedEntryJSON { return addedEntryJSON{e.EntryID, e.TrackID} })
	return addedJSON{c.Version, added, append([]string{}, c.Skipped...)}
}

func encodedChange[T any](c *music.EntryChange, err error, encode func(*music.EntryChange) T) (*versioned[T], error) {
	if err != nil {
		return nil, err
	}
	return &versioned[T]{c.Version, encode(c)}, nil
}

func (a *API) addTracks(ctx context.Context, in *addTracksInput) (*versioned[addedJSON], error) {
	c, err := a.Playlists.Add(ctx, edge.Viewer(ctx), in.ID, music.Insertion{
		TrackIDs: in.Body.TrackIDs, After: in.Body.After, SkipDuplicates: in.Body.Duplicates == "skip",
	})
	return encodedChange(c, err, encodeAdded)
}

type removeTracksInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the playlist."`
	Body struct {
		EntryIDs []string `json:"entryIds" minItems:"1" maxItems:"1000" doc:"IDs of the entries to remove."`
	}
}

// removedEntryJSON identifies a removed entry, so that it can be restored.
type removedEntryJSON struct {
	TrackID string `json:"trackId" maxLength:"64" doc:"ID of its track."`
	After   string `json:"after" maxLength:"64" doc:"The entry before it; empty for the start."`
}

type removedJSON struct {
	Version int64              `json:"version" doc:"Version of the playlist after the change."`
	Removed []removedEntryJSON `json:"removed" doc:"In the order of the playlist."`
}

func (a *API) removeTracks(ctx context.Context, in *removeTracksInput) (*versioned[removedJSON], error) {
	c, err := a.Playlists.Remove(ctx, edge.Viewer(ctx), in.ID, in.Body.EntryIDs)
	return encodedChange(c, err, func(c *music.EntryChange) removedJSON {
		return removedJSON{c.Version, edge.EncodeAll(c.Removed, func(r *music.Removed) removedEntryJSON { return removedEntryJSON{r.TrackID, r.After} })}
	})
}

type restoreTracksInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the playlist."`
	Body struct {
		Removed []removedEntryJSON `json:"removed" minItems:"1" maxItems:"1000" doc:"As returned when they were removed."`
	}
}

func (a *API) restoreTracks(ctx context.Context, in *restoreTracksInput) (*versioned[addedJSON], error) {
	removed := edge.EncodeAll(in.Body.Removed, func(r *removedEntryJSON) music.Removed { return music.Removed{TrackID: r.TrackID, After: r.After} })
	c, err := a.Playlists.Restore(ctx, edge.Viewer(ctx), in.ID, removed)
	return encodedChange(c, err, encodeAdded)
}

type moveTracksInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the playlist."`
	Body movedJSON
}

// movedJSON moves entries, in order, after another one.
type movedJSON struct {
	EntryIDs []string `json:"entryIds" minItems:"1" maxItems:"1000" doc:"IDs of the entries, in the order that they are to have."`
	After    string   `json:"after" maxLength:"64" doc:"The entry after which to move; empty for the start."`
}

type moveJSON struct {
	Version int64       `json:"version" doc:"Version of the playlist after the change."`
	Undo    []movedJSON `json:"undo" doc:"Moves that undo the change, in this order."`
}

func (a *API) moveTracks(ctx context.Context, in *moveTracksInput) (*versioned[moveJSON], error) {
	c, err := a.Playlists.Move(ctx, edge.Viewer(ctx), in.ID, music.Moved{EntryIDs: in.Body.EntryIDs, After: in.Body.After})
	return encodedChange(c, err, func(c *music.EntryChange) moveJSON {
		return moveJSON{c.Version, edge.EncodeAll(c.Undo, func(m *music.Moved) movedJSON { return movedJSON{m.EntryIDs, m.After} })}
	})
}

type duplicateEntryJSON struct {
	TrackID  string   `json:"trackId" doc:"ID of the first occurrence."`
	Title    string   `json:"title" doc:"Title of the track."`
	Artist   string   `json:"artist" doc:"Artists of the track."`
	EntryIDs []string `json:"entryIds" doc:"In the order of the playlist."`
}

// playlistDuplicates lists the duplicates in a playlist: entries with the same
// track, or with the same sound in another file.
func (a *API) playlistDuplicates(ctx context.Context, in *edge.ItemPart) (*edge.PageOf[duplicateEntryJSON], error) {
	list, err := a.Store.Duplicates(ctx, edge.Viewer(ctx), in.ID)
	return edge.PartOf(&in.Part, list, err, func(d *music.Duplicate) duplicateEntryJSON {
		return duplicateEntryJSON{d.TrackID, d.Title, d.Artist, d.EntryIDs}
	})
}
