package uploads

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"time"

	"sonora/internal/feed"
	"sonora/internal/generation"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
	"sonora/internal/store/library"
	"sonora/internal/store/playlists"
)

// AddUploaded turns an upload whose bytes are at its Place into a track, and
// returns its ID. Calling it again returns the same track. It returns NotFound
// if the upload is not ready, or if the track to replace is not the person's.
func (s *Store) AddUploaded(ctx context.Context, f *intake.File, at time.Time) (id string, err error) {
	err = s.db.UpdateCatalogue(ctx, "add an upload", func(tx *kernel.Tx) error {
		id, err = s.addUploaded(ctx, tx, f, at)
		return err
	})
	if errors.Is(err, errTaken) {
		u, err := s.Upload(ctx, f.Upload.ID)
		if err != nil {
			return "", err
		}
		return u.TrackID, nil
	}
	if err != nil {
		return "", err
	}
	_, err = library.Finish(ctx, s.db)
	return id, err
}

func (s *Store) addUploaded(ctx context.Context, tx *kernel.Tx, f *intake.File, at time.Time) (string, error) {
	u := f.Upload
	// Update the row first, so that a concurrent call waits here.
	n, err := tx.Exec(ctx, "update upload set state = ?, expires_at = 0 where id = ? and state = ?", string(intake.Used), u.ID, string(intake.Ready))
	if err != nil {
		return "", err
	}
	if n == 0 {
		used, err := kernel.One(ctx, tx, &kernel.Cell[string]{}, "select track_id from upload where id = ? and state = ?", u.ID, string(intake.Used))
		if err == nil && used != "" {
			err = errTaken
		}
		return "", err
	}
	if err := s.giveUpOld(ctx, tx, f); err != nil {
		return "", err
	}
	root, err := kernel.One(ctx, tx, &library.RootRow{}, `insert into root (path, active) values (?, true)
		on conflict (path) do update set active = true returning seq, path`, intake.Root)
	if err != nil {
		return "", err
	}
	b := &library.Batch{DB: s.db, Tx: tx, Root: root.ID, At: kernel.Millis(at), Public: f.IsPublic, Touched: map[int64]bool{}}
	if err := b.Save(ctx, []music.ScannedFile{scannedUpload(f)}); err != nil {
		return "", err
	}
	track := b.Files[0].Track
	if err := s.own(ctx, tx, track.Seq, f); err != nil {
		return "", err
	}
	if _, err := tx.Exec(ctx, "update upload set track_id = ? where id = ?", track.ID, u.ID); err != nil {
		return "", err
	}
	// The review that waits for a held upload is about the track from now on, whatever happens next.
	if _, err := tx.Exec(ctx, "update generation set track_id = ? where id = ? and provider = ?", track.ID, u.ID, generation.Uploaded); err != nil {
		return "", err
	}
	return track.ID, library.RefreshAlbums(ctx, s.db, tx, b.Touched) // again, because the owner of the track matters
}

// errTaken means that an upload is already a track.
var errTaken = errors.New("the upload is a track")

// scannedUpload returns the file as a scan would have found it.
func scannedUpload(f *intake.File) music.ScannedFile {
	folder, name := path.Split(f.Upload.Place)
	file := music.ScannedFile{
		Folder: path.Clean(folder), Name: name, Size: f.Size, ModTime: f.ModTime, Audio: f.Audio, MovedFrom: f.Replaces,
	}
	if p := f.Audio.Picture; p != nil {
		file.Cover = &music.CoverSource{Picture: *p, Folder: file.Folder, Name: name, Embedded: true}
	}
	return file
}

// giveUpOld marks the bytes of a replaced track for deletion.
func (s *Store) giveUpOld(ctx context.Context, tx *kernel.Tx, f *intake.File) error {
	if f.Replaces == "" {
		return nil
	}
	// Locking the row of the track keeps it from being deleted concurrently.
	if err := kernel.Found(tx.Exec(ctx, "update track set owner = owner where id = ? and owner = ?", f.Replaces, f.Upload.AccountID)); err != nil {
		return err
	}
	if err := notInMix(ctx, tx, f.Replaces); err != nil {
		return err
	}
	// Overrides of the old file's tags do not apply to the new one.
	if _, err := tx.Exec(ctx, "delete from tag_override where track = (select seq from track where track.id = ?)", f.Replaces); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "update upload set state = ?, track_id = '' where track_id = ?", string(intake.Gone), f.Replaces)
	return err
}

// own writes the columns that do not come from the file. A replaced sound is
// analysed again.
func (s *Store) own(ctx context.Context, tx *kernel.Tx, seq int64, f *intake.File) error {
	_, err := tx.Exec(ctx, "update track set owner = ?, is_public = ?, is_ai_generated = ?, analysed = 0 where seq = ?",
		f.Upload.AccountID, f.IsPublic, f.IsAI || f.Audio.Tags.AIGenerated, seq)
	if err != nil {
		return err
	}
	if err := keepOverride(ctx, tx, seq, f.Override); err != nil {
		return err
	}
	return library.MarkStale(ctx, s.db, tx, []int64{seq})
}

// keepOverride stores the differences between the person's tags and the file's.
func keepOverride(ctx context.Context, tx *kernel.Tx, seq int64, o *music.TagOverride) error {
	if o == nil || o.IsZero() {
		return nil
	}
	content, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `insert into tag_override (track, content) values (?, ?)
		on conflict (track) do update set content = excluded.content, size = 0, mtime = 0`, seq, string(content))
	return err
}

// SetTrackPublic makes a track audible to visitors, or to members only; an
// upload only to its owner.
func (s *Store) SetTrackPublic(ctx context.Context, id string, public bool) error {
	err := s.db.UpdateCatalogue(ctx, "set visibility", func(tx *kernel.Tx) error {
		n, err := library.ChangedTracks(ctx, s.db, tx, (&kernel.Query{}).Add("update track set is_public = ? where id = ? returning seq, coalesce(album, 0)", public, id))
		return kernel.Found(n, err)
	})
	if err != nil {
		return err
	}
	_, err = library.Finish(ctx, s.db)
	return err
}

// DeleteUploaded deletes an uploaded track with its likes and plays, and marks
// its bytes for deletion. It returns NotFound for every other track, and Conflict
// if the track is the sound of a mix or of a published episode.
func (s *Store) DeleteUploaded(ctx context.Context, id string) error {
	err := s.db.UpdateCatalogue(ctx, "delete track", func(tx *kernel.Tx) error {
		if err := CheckUnused(ctx, tx, id); err != nil {
			return err
		}
		return kernel.Found(DropUploaded(ctx, s.db, tx, (&kernel.Query{}).Add("owner is not null and id = ?", id)))
	})
	if err != nil {
		return err
	}
	_, err = library.Finish(ctx, s.db)
	return err
}

// mixOfUpload joins the mixes whose sound is an upload. Its arguments are the
// length of intake.MediaAudio and one more, and intake.MediaAudio.
const mixOfUpload = "mix m join upload u on substr(m.audio_url, 1, length(u.id) + ?) = ? || u.id || '.'"

// CheckUnused returns Conflict if a mix, or a published or scheduled episode, has the
// sound of the track.
func CheckUnused(ctx context.Context, from kernel.Queryer, trackID string) error {
	if err := notInMix(ctx, from, trackID); err != nil {
		return err
	}
	return notInEpisode(ctx, from, trackID)
}

// notInMix returns Conflict if the sound of a mix is that of the track.
func notInMix(ctx context.Context, from kernel.Queryer, trackID string) error {
	mix, err := kernel.One(ctx, from, &kernel.Cell[string]{}, "select coalesce(min(m.title), '') from "+mixOfUpload+" where u.track_id = ?",
		len(intake.MediaAudio)+1, intake.MediaAudio, trackID)
	if err == nil && mix != "" {
		err = music.NewError(music.Conflict, "The mix %s has this sound. Delete the mix first, or give it another file.", mix)
	}
	return err
}

// notInEpisode returns Conflict if the sound of a published or scheduled episode
// is that of the track.
func notInEpisode(ctx context.Context, from kernel.Queryer, trackID string) error {
	used, err := kernel.One(ctx, from, &kernel.Cell[bool]{}, "select exists (select 1 from episode where track = ? and state <> ?)", trackID, string(feed.EpisodeDraft))
	if err == nil && used {
		err = feed.ErrInEpisode
	}
	return err
}

// HandOver gives the tracks of an account that are the sound of mixes to those who
// made the mixes, or to an operator if that is the account itself.
func HandOver(ctx context.Context, db *kernel.DB, tx *kernel.Tx, accountID string) error {
	const prefix = len(intake.MediaAudio) + 1
	q := (&kernel.Query{}).Add(`update track set owner = coalesce(
		(select a.id from `+mixOfUpload+` join account a on a.seq = m.owner where u.track_id = track.id and a.id <> ? order by m.seq limit 1),
		(select a.id from account a where a.role = ? and a.id <> ? order by a.seq limit 1))
		where owner = ? and exists (select 1 from `+mixOfUpload+` where u.track_id = track.id) returning seq, coalesce(album, 0)`,
		prefix, intake.MediaAudio, accountID, string(music.Admin), accountID, accountID, prefix, intake.MediaAudio)
	if _, err := library.ChangedTracks(ctx, db, tx, q); err != nil {
		return fmt.Errorf("hand over tracks: %w", err)
	}
	_, err := tx.Exec(ctx, `update upload set account = (select a.seq from track t join account a on a.id = t.owner where t.id = upload.track_id)
		where track_id <> '' and account = (select seq from account where account.id = ?)
		and track_id in (select t.id from track t where t.owner <> ?)`, accountID, accountID)
	return err
}

// DropUploaded deletes the selected tracks and marks their bytes for deletion.
// It returns the number of tracks.
func DropUploaded(ctx context.Context, db *kernel.DB, tx *kernel.Tx, where *kernel.Query) (int, error) {
	q := (&kernel.Query{}).Add("select seq, id, coalesce(album, 0) from track where ").Append(where)
	doomed, err := kernel.Collect(ctx, tx, &doomedRow{}, q.Text.String(), q.Args...)
	if err != nil || len(doomed) == 0 {
		return 0, err
	}
	var seqs []int64
	var ids []string
	albums := map[int64]bool{}
	for _, d := range doomed {
		seqs, ids = append(seqs, d.seq), append(ids, d.id)
		albums[d.album] = true
	}
	if err := library.MarkStale(ctx, db, tx, seqs); err != nil {
		return 0, err
	}
	if err := playlists.ForgetTracks(ctx, tx, seqs); err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, "update upload set state = ?, track_id = '' where track_id in "+db.Dialect.Texts, string(intake.Gone), kernel.Array(ids)); err != nil {
		return 0, err
	}
	for _, statement := range []string{"delete from track_search where rowid in ", "delete from track where seq in "} {
		if _, err := tx.Exec(ctx, statement+db.Dialect.Ints, kernel.Array(seqs)); err != nil {
			return 0, fmt.Errorf("delete tracks: %w", err)
		}
	}
	return len(doomed), library.RefreshAlbums(ctx, db, tx, albums)
}

// doomedRow is a track to delete.
type doomedRow struct {
	seq, album int64
	id         string
}

func (r *doomedRow) Dest() []any { return []any{&r.seq, &r.id, &r.album} }

func (r *doomedRow) Value() doomedRow { return *r }
