package upload

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/people"
)

// The limits of a track's names, in characters.
const (
	maxName  = 500 // of artists and albums
	maxGenre = 100
)

// maxStatedLength is the longest duration that a client may state.
const maxStatedLength = 48 * time.Hour

// Track is the data with which a person turns an upload into a track. Empty
// texts keep the file's tags, except for Title.
type Track struct {
	UploadID      string // "" if the URL did not contain a valid one
	Address       string // without UploadID, a web address from which the file is fetched
	Title         string
	Artist        string
	Album         string
	Genre         string
	Duration      float64 // seconds; checked, but the file decides
	Cover         string  // a URL; checked, but the file decides
	IsPublic      bool
	IsAIGenerated bool
	Replaces      string // ID of one of the person's own tracks, or ""
}

// Keep turns one of the viewer's uploads, or a file of another server, into a
// track and returns it. Calling
// it again returns the same track. What sounds like music that AI made here, and that no
// operator has approved, stays private until one does. It returns Invalid with the fields that are
// not valid, and Forbidden for a recording that is longer than the viewer's plan allows.
func (s *Service) Keep(ctx context.Context, v music.Viewer, t Track) (*music.TrackDetail, error) {
	if err := t.check(); err != nil {
		return nil, err
	}
	if address, err := url.Parse(t.Address); t.UploadID == "" && err == nil && isWeb(address) {
		r, err := s.fetch(ctx, v, address)
		if err != nil {
			return nil, err
		}
		t.UploadID = r.ID
	}
	u, err := s.own(ctx, v, t.UploadID)
	if music.CodeOf(err) == music.NotFound {
		return nil, wrong("audioUrl", "This is not one of your uploads that can become a track.")
	}
	if err != nil {
		return nil, err
	}
	w, err := s.claim(ctx, u.ID, nil)
	if err != nil {
		return nil, err
	}
	defer s.release(u.ID, w)
	if u, err = s.own(ctx, v, u.ID); err != nil {
		return nil, err
	}
	switch {
	case u.State == intake.Used:
		return s.store.Track(ctx, v, u.TrackID)
	case u.State == intake.Receiving:
		return nil, wrong("audioUrl", "The upload is not complete yet.")
	case u.State != intake.Ready || u.Audio == nil:
		return nil, wrong("audioUrl", "This file was rejected.")
	}
	if err := s.admitRecording(ctx, v, u); err != nil {
		return nil, err
	}
	if t.IsPublic {
		if err := s.mayBePublic(ctx, u, t.Replaces); err != nil {
			return nil, err
		}
	}
	if err := s.checkCopied(ctx, u); err != nil {
		return nil, err
	}
	isHeld, err := s.hold(ctx, v, u, &t)
	if err != nil {
		return nil, err
	}
	keep := s.keep
	if isHeld {
		keep = s.keepHeld
	}
	kept, err := keep(context.WithoutCancel(ctx), v, u, t)
	if err != nil {
		return nil, err
	}
	if err := s.note(context.WithoutCancel(ctx), v.AccountID, people.TrackUploaded, kept.Title); err != nil {
		s.log.Error("note upload in the audit log failed", "track", kept.ID, "error", err)
	}
	return kept, nil
}

// mayBePublic returns generation.ErrNotReviewed for the sound of music that awaits a
// review, and for any sound that would replace it.
func (s *Service) mayBePublic(ctx context.Context, u *intake.Upload, replaces string) error {
	if err := s.store.CheckReviewed(ctx, replaces); err != nil {
		return err
	}
	return s.store.CheckSoundReviewed(ctx, u.Audio.AudioKey, u.Audio.Samples)
}

func wrong(field, sentence string) error {
	f := music.FieldErrors{}
	f.Add(field, sentence)
	return f.Err()
}

func (t *Track) check() error {
	f := music.FieldErrors{}
	for field, text := range map[string]*string{"title": &t.Title, "artist": &t.Artist, "album": &t.Album, "genre": &t.Genre} {
		*text = music.Tidy(*text)
		f.CheckLine(field, *text, map[string]int{"title": music.MaxTitle, "genre": maxGenre, "artist": maxName, "album": maxName}[field])
	}
	if t.Title == "" {
		f.Add("title", "Title is required.")
	}
	f.Within("duration", t.Duration, 0, maxStatedLength.Seconds())
	f.CheckAddress("coverImageUrl", t.Cover, true)
	return f.Err("title", "artist", "album", "genre")
}

func (s *Service) keep(ctx context.Context, v music.Viewer, u *intake.Upload, t Track) (*music.TrackDetail, error) {
	changed, err := s.move(ctx, u)
	if err != nil {
		return nil, err
	}
	audio := t.tagged(named(u.Audio, u.FileName))
	id, err := s.store.AddUploaded(ctx, &intake.File{
		Upload: u, Audio: audio, Size: u.Length, ModTime: changed.UnixNano(),
		IsPublic: t.IsPublic, IsAI: t.IsAIGenerated, Override: override(&u.Audio.Tags, &audio.Tags), Replaces: t.Replaces,
	}, s.now())
	if music.CodeOf(err) == music.NotFound && t.Replaces != "" {
		return nil, wrong("replaces", "This is not one of your tracks.")
	}
	if err != nil {
		return nil, fmt.Errorf("keep an upload: %w", err)
	}
	if err := s.staging.remove(u.ID); err != nil { // after a store that copied the file; Tidy retries
		s.log.Warn("remove kept upload failed", "upload", u.ID, "error", err)
	}
	if t.Replaces != "" {
		s.warn(s.purge(ctx))
	}
	s.events.Publish(music.Event{Type: music.EventLibrary})
	return s.store.Track(ctx, v, id)
}

// tagged returns the file with the tags that the person entered. A field that
// the person did not change stays as in the file.
func (t *Track) tagged(from *music.AudioFile) *music.AudioFile {
	a := *from
	tags := &a.Tags
	tags.Title = t.Title
	if shown := Artist(tags); t.Artist != "" && t.Artist != shown {
		if slices.Equal(tags.AlbumArtists, tags.Artists) {
			tags.AlbumArtists = []string{t.Artist}
		}
		tags.Artists, tags.ArtistCredit, tags.MusicBrainzArtistIDs = []string{t.Artist}, "", nil
		tags.MusicBrainzRecordingID = ""
	}
	if t.Album != "" && t.Album != tags.Album {
		tags.Album, tags.MusicBrainzAlbumID, tags.MusicBrainzReleaseGroupID = t.Album, "", ""
	}
	if t.Genre != "" && t.Genre != Genre(tags) {
		tags.Genres = []string{t.Genre}
	}
	return &a
}

// override returns the differences from the file, which persist when the file
// is read again.
func override(file, kept *music.Tags) *music.TagOverride {
	o := &music.TagOverride{Fields: map[string][]string{}, Tags: *kept}
	texts := func(field string, was, is []string) {
		if !slices.Equal(was, is) {
			o.Fields[field] = is
		}
	}
	one := func(field, was, is string) {
		if was != is {
			o.Fields[field] = []string{is}
		}
	}
	one("TITLE", file.Title, kept.Title)
	texts("ARTIST", file.Artists, kept.Artists)
	texts("ALBUMARTIST", file.AlbumArtists, kept.AlbumArtists)
	texts("GENRE", file.Genres, kept.Genres)
	one("ALBUM", file.Album, kept.Album)
	texts("MUSICBRAINZ_ARTISTID", file.MusicBrainzArtistIDs, kept.MusicBrainzArtistIDs)
	for field, pair := range map[string][2]string{
		"MUSICBRAINZ_ALBUMID":        {file.MusicBrainzAlbumID, kept.MusicBrainzAlbumID},
		"MUSICBRAINZ_RELEASEGROUPID": {file.MusicBrainzReleaseGroupID, kept.MusicBrainzReleaseGroupID},
	} {
		if pair[0] != pair[1] {
			o.Fields[field] = nil
		}
	}
	return o
}

// Artist returns the artists of a file as shown.
func Artist(tags *music.Tags) string {
	if tags.ArtistCredit != "" {
		return tags.ArtistCredit
	}
	return strings.Join(tags.Artists, ", ")
}

// Genre returns the first genre of a file, or "".
func Genre(tags *music.Tags) string {
	if len(tags.Genres) == 0 {
		return ""
	}
	return tags.Genres[0]
}

// taker is a store that can take over a file without copying it.
type taker interface {
	Take(ctx context.Context, file, key string) error
}

var errLost = music.NewError(music.Conflict, "The data of this upload is lost. Upload the file again.")

// move moves the bytes of an upload to the store and returns their modification
// time there. It does nothing if they are already there.
func (s *Service) move(ctx context.Context, u *intake.Upload) (time.Time, error) {
	err := s.moveFile(ctx, u)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, storeError(fmt.Errorf("move an upload: %w", err))
	}
	info, statErr := s.blobs.Stat(ctx, u.Place)
	if errors.Is(statErr, fs.ErrNotExist) || statErr == nil && info.Size != u.Length {
		return time.Time{}, errLost.Because(errors.Join(err, statErr))
	}
	if statErr != nil {
		return time.Time{}, storeError(fmt.Errorf("move an upload: %w", statErr))
	}
	return info.ModTime, nil
}

func (s *Service) moveFile(ctx context.Context, u *intake.Upload) error {
	path := s.staging.path(u.ID)
	if store, ok := s.blobs.(taker); ok {
		if _, err := os.Stat(path); err != nil {
			return err
		}
		if err := store.Take(ctx, path, u.Place); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return s.blobs.Put(ctx, u.Place, file, u.Length)
}

// Tracks returns a page of the tracks that the viewer uploaded, newest first.
func (s *Service) Tracks(ctx context.Context, v music.Viewer, p music.Page) (music.List[music.Track], error) {
	return s.store.UploadedTracks(ctx, v, p)
}

// Use returns how much space the viewer's uploads take, and their quota in
// bytes, which is 0 for no limit.
func (s *Service) Use(ctx context.Context, v music.Viewer) (use intake.Usage, quota int64, err error) {
	if use, err = s.store.UploadUse(ctx, v.AccountID); err != nil {
		return use, 0, err
	}
	quota, err = s.quota(ctx, v.AccountID)
	return use, quota, err
}

// SetPublic makes a track available to visitors, or to members only. It returns
// Forbidden unless the viewer is its owner or an operator, and NotFound if they
// may not see it.
func (s *Service) SetPublic(ctx context.Context, v music.Viewer, id string, public bool) (*music.TrackDetail, error) {
	t, err := s.store.Track(ctx, v, id)
	if err != nil {
		return nil, err
	}
	if !v.IsAdmin() && t.OwnerID != v.AccountID {
		return nil, music.ErrForbidden
	}
	if t.IsPublic == public {
		return t, nil
	}
	if public && !v.IsAdmin() {
		if err := s.store.CheckReviewed(ctx, id); err != nil {
			return nil, err
		}
	}
	if err := s.store.SetTrackPublic(ctx, id, public); err != nil {
		return nil, err
	}
	s.events.Publish(music.Event{Type: music.EventLibrary})
	return s.store.Track(ctx, v, id)
}

// Remove deletes an uploaded track and its bytes. It returns Forbidden unless
// the viewer is its owner or an operator, and for tracks in the operator's
// folders; it returns NotFound if the viewer may not see it.
func (s *Service) Remove(ctx context.Context, v music.Viewer, id string) error {
	t, err := s.store.Track(ctx, v, id)
	if err != nil {
		return err
	}
	if t.OwnerID == "" || !v.IsAdmin() && t.OwnerID != v.AccountID {
		return music.ErrForbidden
	}
	if err := s.store.DeleteUploaded(ctx, id); err != nil {
		return err
	}
	if err := s.store.DropHeld(ctx, id); err != nil {
		return err
	}
	s.events.Publish(music.Event{Type: music.EventLibrary})
	s.warn(s.purge(context.WithoutCancel(ctx)))
	return nil
}
