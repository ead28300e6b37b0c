package tagging

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"sonora/internal/blob"
	"sonora/internal/intake"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// target is the wanted state of a track's tags and cover: from an edit, or from
// an earlier state that is being restored.
type target struct {
	edit    *Edit
	replace *Replacement
	restore *music.TagState
	cover   *newCover
}

// newCover is the picture to set. Empty data removes the picture.
type newCover struct {
	data    []byte
	picture *music.Picture
}

// work is the state of changing one track.
type work struct {
	*Service
	v     music.Viewer
	track *music.EditableTrack
	store blob.Store
	key   string
	local string              // path of the bytes on this machine
	file  map[string][]string // tags in the file
	now   map[string][]string // tags of the track, including those stored in the database
	audio *music.AudioFile
}

// mayEdit reports whether the viewer may change a track. People may change
// their own uploads, the operator everything.
func mayEdit(v music.Viewer, t *music.EditableTrack) bool {
	return v.IsAdmin() || v.SignedIn() && t.OwnerID == v.AccountID
}

// apply changes one track. done is false if the track already has these tags.
// kept is the reason why the change is stored in the database, or nil if it is
// in the file.
func (s *Service) apply(ctx context.Context, v music.Viewer, trackID string, w target, e music.TagEdit) (kept error, done bool, err error) {
	t, err := s.store.EditableTrack(ctx, v, trackID)
	if err != nil {
		return nil, false, err
	}
	if !mayEdit(v, t) {
		return nil, false, music.ErrForbidden
	}
	release := s.locks.take(fmt.Sprint(t.RootID, "/", t.Folder, "/", t.Name))
	defer release()
	if t, err = s.store.EditableTrack(ctx, v, trackID); err != nil { // as the previous holder of the lock left it
		return nil, false, err
	}
	if t.Missing {
		return nil, false, errGone
	}
	k, release, err := s.open(ctx, v, t)
	if err != nil {
		return nil, false, err
	}
	defer release()
	fields, cover, err := k.changes(w)
	if err != nil || len(fields) == 0 && cover == nil {
		return nil, false, err
	}
	e.TrackID, e.AccountID, e.CreatedAt = trackID, v.AccountID, s.now()
	if e.Before, e.After, err = k.states(fields, cover); err != nil {
		return nil, false, err
	}
	kept, err = k.save(ctx, fields, cover, e)
	return kept, err == nil, err
}

// open finds the bytes of a track and reads its tags.
func (s *Service) open(ctx context.Context, v music.Viewer, t *music.EditableTrack) (k *work, release func(), err error) {
	k = &work{Service: s, v: v, track: t, key: joinKey(t.Folder, t.Name)}
	if k.store, err = s.place(t.Root); err != nil {
		return nil, nil, fmt.Errorf("find %s: %w", t.Root, err)
	}
	k.local, release, err = blob.Local(ctx, k.store, k.key, s.temp)
	if err != nil {
		return nil, nil, placeError(err)
	}
	defer func() {
		if err != nil {
			release()
		}
	}()
	if k.file, err = tag.ReadFields(k.local); err != nil {
		return nil, nil, fileError(err)
	}
	if k.audio, err = tag.Read(k.local); err != nil {
		return nil, nil, fileError(err)
	}
	k.now = maps.Clone(k.file)
	if t.Override != nil {
		maps.Copy(k.now, t.Override.Fields)
	}
	maps.Copy(k.now, k.given())
	return k, release, nil
}

// given returns the tags that a person entered when turning an upload into a
// track, where the file has different ones.
func (k *work) given() map[string][]string {
	if k.track.OwnerID == "" {
		return nil
	}
	tags, _ := tag.Interpret(k.now)
	shown := k.track.Shown
	e := &Edit{}
	if shown.Title != tags.Title && shown.Title != strings.TrimSuffix(k.track.Name, filepath.Ext(k.track.Name)) {
		e.Title = &shown.Title
	}
	if shown.Artist != credit(&tags) {
		e.Artist = &shown.Artist
	}
	if shown.Album != tags.Album {
		e.Album = &shown.Album
	}
	if len(tags.Genres) == 0 || tags.Genres[0] != shown.Genre {
		e.Genre = &shown.Genre
	}
	return e.fields(k.now)
}

// changes returns the fields whose values change, and the cover if it changes.
func (k *work) changes(w target) (map[string][]string, *newCover, error) {
	var fields map[string][]string
	switch {
	case w.edit != nil:
		fields = w.edit.fields(k.now)
	case w.replace != nil:
		_, e, err := w.replace.edit(k.now)
		if err != nil {
			return nil, nil, err
		}
		fields = e.fields(k.now)
	case w.restore != nil:
		fields = maps.Clone(w.restore.Fields)
		same := true
		for name, v := range fields {
			same = same && slices.Equal(v, k.now[name])
		}
		if same {
			fields = nil
		}
	}
	cover := w.cover
	if cover == nil && w.restore != nil && w.restore.Cover != nil {
		var err error
		if cover, err = k.former(*w.restore.Cover); err != nil {
			return nil, nil, err
		}
	}
	if cover != nil && hashOf(cover.picture) == hashOf(k.cover()) {
		cover = nil
	}
	return fields, cover, nil
}

// former loads an earlier cover.
func (k *work) former(hash string) (*newCover, error) {
	if hash == "" {
		return &newCover{}, nil
	}
	data, err := k.pictures.Kept(hash)
	if err != nil {
		return nil, fmt.Errorf("find a former cover: %w", err)
	}
	picture, err := k.pictures.Keep(data)
	return &newCover{data, picture}, err
}

// cover returns the track's own picture, or nil.
func (k *work) cover() *music.Picture {
	switch o := k.track.Override; {
	case o != nil && o.Cover != nil:
		return o.Cover
	case o != nil && o.NoCover:
		return nil
	}
	return k.audio.Picture
}

func hashOf(p *music.Picture) string {
	if p == nil {
		return ""
	}
	return p.Hash
}

// states returns the tags before and after the edit, for undo. It stores the
// former cover.
func (k *work) states(fields map[string][]string, cover *newCover) (before, after music.TagState, err error) {
	if len(fields) > 0 {
		before.Fields, after.Fields = map[string][]string{}, fields
		for name := range fields {
			before.Fields[name] = k.now[name]
		}
	}
	if cover == nil {
		return before, after, nil
	}
	was := hashOf(k.cover())
	if was != "" {
		if _, err := k.pictures.Kept(was); errors.Is(err, fs.ErrNotExist) {
			picture, err := tag.ReadPicture(k.local)
			if err == nil {
				_, err = k.pictures.Keep(picture)
			}
			if err != nil {
				return before, after, fmt.Errorf("store the former cover: %w", err)
			}
		}
	}
	before.Cover, after.Cover = &was, new(hashOf(cover.picture))
	return before, after, nil
}

// whole returns the change that makes the file complete on its own: the new
// values, and those that only the database has so far.
func (k *work) whole(fields map[string][]string, cover *newCover) (tag.Change, error) {
	c := tag.Change{Fields: map[string][]string{}}
	for name, v := range k.now {
		if !slices.Equal(v, k.file[name]) {
			c.Fields[name] = v
		}
	}
	if o := k.track.Override; o != nil {
		maps.Copy(c.Fields, o.Fields) // whole groups of related fields
	}
	maps.Copy(c.Fields, k.given())
	maps.Copy(c.Fields, fields)
	if cover == nil && k.track.Override != nil && hashOf(k.cover()) != hashOf(k.audio.Picture) {
		var err error
		if cover, err = k.former(hashOf(k.cover())); err != nil {
			return c, err
		}
	}
	if cover != nil {
		c.Cover = &tag.Cover{Data: cover.data}
	}
	return c, nil
}

// save changes the file, or otherwise the database. kept is the reason for the
// latter.
func (k *work) save(ctx context.Context, fields map[string][]string, cover *newCover, e music.TagEdit) (kept, err error) {
	c, err := k.whole(fields, cover)
	if err != nil {
		return nil, err
	}
	o := k.override(c, cover)
	if k.store.LocalPath(k.key) == "" {
		return k.saveInBucket(ctx, c, o, e)
	}
	kept = k.saveOnDisk(ctx, c, e)
	if kept == nil || !errors.Is(kept, errReadOnly) {
		return nil, kept
	}
	k.Service.log.Info("write tags to file failed; the changes are stored in the database", "file", k.local, "error", kept)
	if err := k.Service.store.KeepTagEdit(ctx, &e, o); err != nil {
		return nil, err
	}
	return kept, k.saveRow(ctx, k.audio, k.track.Size, k.track.ModTime)
}

// override returns the values that the database has in place of the file's.
func (k *work) override(c tag.Change, cover *newCover) *music.TagOverride {
	o := &music.TagOverride{}
	for name, v := range c.Fields {
		if !slices.Equal(v, k.file[name]) {
			o.Fields = c.Fields
		}
	}
	tags := maps.Clone(k.file)
	maps.Copy(tags, c.Fields)
	o.Tags, o.Lyrics = tag.Interpret(tags)
	shown := k.cover()
	if cover != nil {
		shown = cover.picture
	}
	switch {
	case hashOf(shown) == hashOf(k.audio.Picture):
	case shown == nil:
		o.NoCover = true
	default:
		o.Cover = shown
	}
	return o
}

// modTime returns the modification time of the file, as far as known. It is 0
// for uploads: nobody else changes those, and sonora move gives them new times.
func (k *work) modTime() int64 {
	if k.track.Root == intake.Root {
		return 0
	}
	return k.track.ModTime
}

// saveOnDisk replaces the file. It records the change in the database first, so
// that a crash in between causes no inconsistency.
func (k *work) saveOnDisk(ctx context.Context, c tag.Change, e music.TagEdit) error {
	r, err := k.disk.prepare(k.local, k.track.Size, k.modTime(), c)
	if err != nil {
		return err
	}
	if err := k.verify(r.audio, c); err != nil {
		return errors.Join(err, r.discard())
	}
	e.InFile = true
	size, modTime := r.info.Size(), r.info.ModTime().UnixNano()
	if err := k.Service.store.BeginTagEdit(ctx, &e, size, modTime); err != nil {
		return errors.Join(err, r.discard())
	}
	if err := r.commit(); err != nil {
		return errors.Join(err, k.Service.store.CancelTagEdit(ctx, &e))
	}
	return k.saveRow(ctx, r.audio, size, modTime)
}

// verify checks the new file before it replaces the old one.
func (k *work) verify(now *music.AudioFile, c tag.Change) error {
	if now.AudioKey != k.audio.AudioKey || now.Samples != k.audio.Samples {
		return fmt.Errorf("%w: %w: the sound would be another", errReadOnly, errVerification)
	}
	if c.Cover != nil && (now.Picture == nil) != (len(c.Cover.Data) == 0) {
		return fmt.Errorf("%w: %w: the cover would not be as wished", errReadOnly, errVerification)
	}
	return nil
}

// saveRow updates the database to match the file, as a scan would.
func (k *work) saveRow(ctx context.Context, audio *music.AudioFile, size, modTime int64) error {
	f := music.ScannedFile{Folder: k.track.Folder, Name: k.track.Name, Size: size, ModTime: modTime, Audio: audio}
	f.Cover = k.library.Beside(ctx, k.track.Root, f.Folder, f.Name, audio)
	return k.Service.store.SaveEdited(ctx, k.track.RootID, f, k.Service.now())
}

func joinKey(folder, name string) string {
	if folder == "" {
		return name
	}
	return folder + "/" + name
}

// placeError explains a failure to access the bytes.
func placeError(err error) error {
	if errors.Is(err, blob.ErrUnavailable) {
		return music.NewError(music.Unavailable, "The storage of this file does not respond. Try again later.").Because(err)
	}
	return fileError(err)
}
