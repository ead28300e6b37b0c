package uploads

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

const selectUpload = `select u.id, coalesce(a.id, ''), u.file_name, u.metadata, u.length, u.state, u.reason, u.audio, u.place, u.track_id,
	u.is_recording, u.created_at, u.expires_at from upload u left join account a on a.seq = u.account where `

type uploadRow struct {
	u                intake.Upload
	audio            string
	created, expires int64
}

func (r *uploadRow) Dest() []any {
	u := &r.u
	return []any{&u.ID, &u.AccountID, &u.FileName, &u.Metadata, &u.Length, &u.State, kernel.IntoMessage(&u.Reason), &r.audio, &u.Place, &u.TrackID, &u.IsRecording, &r.created, &r.expires}
}

func (r *uploadRow) Value() intake.Upload {
	u := r.u
	u.CreatedAt, u.ExpiresAt, u.Audio = kernel.Moment(r.created), kernel.Moment(r.expires), nil
	if r.audio != "" {
		audio := new(music.AudioFile)
		if json.Unmarshal([]byte(r.audio), audio) == nil { // an unreadable value is determined again from the file
			u.Audio = audio
		}
	}
	return u
}

// CreateUpload adds an upload and fills in its ID, unless it has one. It returns TooLarge if the
// account's uploads would exceed quota bytes, where 0 is no limit, and NotFound
// if there is no such account.
func (s *Store) CreateUpload(ctx context.Context, u *intake.Upload, quota int64) error {
	id := cmp.Or(u.ID, music.NewID())
	err := s.db.Update(ctx, "create upload", func(tx *kernel.Tx) error {
		// Lock the account's row, so that concurrent uploads are counted one
		// after another.
		if err := kernel.Found(tx.Exec(ctx, "update account set id = id where id = ?", u.AccountID)); err != nil {
			return err
		}
		if quota > 0 {
			use, err := uploadUse(ctx, tx, u.AccountID)
			if err != nil {
				return err
			}
			if left := quota - use.Bytes; u.Length > left {
				return intake.NoRoom(left, quota)
			}
		}
		_, err := tx.Exec(ctx, `insert into upload (id, account, file_name, metadata, length, state, is_recording, created_at, expires_at)
			select ?, seq, ?, ?, ?, ?, ?, ?, ? from account where account.id = ?`,
			id, kernel.Clean(u.FileName), kernel.Clean(u.Metadata), u.Length, string(u.State), u.IsRecording, kernel.Millis(u.CreatedAt), kernel.Millis(u.ExpiresAt), u.AccountID)
		return err
	})
	if err == nil {
		u.ID = id
	}
	return err
}

// UploadUse returns the storage used by an account's tracks, unfinished
// uploads and automixes.
func (s *Store) UploadUse(ctx context.Context, accountID string) (intake.Usage, error) {
	use, err := uploadUse(ctx, s.db.Read, accountID)
	if err != nil {
		return use, fmt.Errorf("count uploads: %w", err)
	}
	return use, nil
}

// UsedBytes is the storage used by the tracks, unfinished uploads and automixes of the
// account a, as an expression.
const UsedBytes = `cast((select coalesce(sum(t.size), 0) from track t where t.owner = a.id)
	+ (select coalesce(sum(u.length), 0) from upload u where u.account = a.seq
		and u.state in ('` + string(intake.Growing) + `', '` + string(intake.Receiving) + `', '` + string(intake.Ready) + `'))
	+ (select coalesce(sum(x.size), 0) from automix x where x.account = a.seq and (x.revision > 0 or x.state in ('planning', 'rendering'))) as bigint)`

func uploadUse(ctx context.Context, q kernel.Queryer, accountID string) (intake.Usage, error) {
	use, err := kernel.One(ctx, q, &kernel.Pair[int64, int]{}, "select "+UsedBytes+", (select count(*) from track t where t.owner = a.id) from account a where a.id = ?", accountID)
	if music.CodeOf(err) == music.NotFound {
		err = nil // the person is gone
	}
	return intake.Usage{Bytes: use.A, Files: use.B}, err
}

// Upload returns an upload of any account, or NotFound.
func (s *Store) Upload(ctx context.Context, id string) (*intake.Upload, error) {
	u, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &uploadRow{}, selectUpload+"u.id = ?", id))
	if err != nil {
		return nil, fmt.Errorf("find upload: %w", err)
	}
	return u, nil
}

// Uploads returns an account's uploads that are not tracks, newest first.
func (s *Store) Uploads(ctx context.Context, accountID string) ([]intake.Upload, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &uploadRow{}, selectUpload+`u.account = (select seq from account where account.id = ?)
		and u.state in (?, ?, ?, ?) order by u.seq desc`,
		accountID, string(intake.Growing), string(intake.Receiving), string(intake.Ready), string(intake.Refused))
	if err != nil {
		return nil, fmt.Errorf("list uploads: %w", err)
	}
	return list, nil
}

// GrowUpload saves the State, Length and ExpiresAt of a growing upload. It
// returns TooLarge if the account's uploads would exceed quota bytes, where 0 is
// no limit, and NotFound unless the upload was growing.
func (s *Store) GrowUpload(ctx context.Context, u *intake.Upload, quota int64) error {
	return s.db.Update(ctx, "grow upload", func(tx *kernel.Tx) error {
		// The lock counts concurrent uploads one after another, as in CreateUpload.
		if err := kernel.Found(tx.Exec(ctx, "update account set id = id where id = ?", u.AccountID)); err != nil {
			return err
		}
		before, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select length from upload where id = ? and state = ?", u.ID, string(intake.Growing))
		if err != nil {
			return err
		}
		if quota > 0 {
			use, err := uploadUse(ctx, tx, u.AccountID)
			if err != nil {
				return err
			}
			if left := quota - use.Bytes; u.Length-before > left {
				return intake.NoRoom(left, quota)
			}
		}
		_, err = tx.Exec(ctx, "update upload set state = ?, length = ?, expires_at = ? where id = ?", string(u.State), u.Length, kernel.Millis(u.ExpiresAt), u.ID)
		return err
	})
}

// KeepUpload extends the expiry of an upload. It returns NotFound if the upload is a
// track, or if its person was deleted meanwhile.
func (s *Store) KeepUpload(ctx context.Context, id string, until time.Time) error {
	err := kernel.Found(s.db.Write.Exec(ctx, "update upload set expires_at = ? where id = ? and account is not null and state in (?, ?, ?)",
		kernel.Millis(until), id, string(intake.Receiving), string(intake.Growing), string(intake.Ready)))
	if err != nil {
		return fmt.Errorf("extend upload: %w", err)
	}
	return nil
}

// JudgeUpload stores the result of examining a complete upload: State, Reason,
// Audio, Place and ExpiresAt. It returns NotFound unless the upload was being
// received, or if its person was deleted meanwhile.
func (s *Store) JudgeUpload(ctx context.Context, u *intake.Upload) error {
	audio := ""
	if u.Audio != nil {
		b, err := json.Marshal(u.Audio)
		if err != nil {
			return fmt.Errorf("save result of upload: %w", err)
		}
		audio = string(b)
	}
	err := kernel.Found(s.db.Write.Exec(ctx, "update upload set state = ?, reason = ?, audio = ?, place = ?, expires_at = ? where id = ? and account is not null and state = ?",
		string(u.State), kernel.Clean(u.Reason.Encode()), audio, u.Place, kernel.Millis(u.ExpiresAt), u.ID, string(intake.Receiving)))
	if err != nil {
		return fmt.Errorf("save result of upload: %w", err)
	}
	return nil
}

// ShortenUpload saves the length and the data of a ready upload of which only a
// part is left.
func (s *Store) ShortenUpload(ctx context.Context, u *intake.Upload) error {
	audio, err := json.Marshal(u.Audio)
	if err == nil {
		err = kernel.Found(s.db.Write.Exec(ctx, "update upload set length = ?, audio = ? where id = ? and state = ?", u.Length, string(audio), u.ID, string(intake.Ready)))
	}
	if err != nil {
		return fmt.Errorf("shorten upload: %w", err)
	}
	return nil
}

// DropUpload deletes an upload, unless it is a track.
func (s *Store) DropUpload(ctx context.Context, id string) error {
	if _, err := s.db.Write.Exec(ctx, "delete from upload where id = ? and state <> ?", id, string(intake.Used)); err != nil {
		return fmt.Errorf("drop upload: %w", err)
	}
	return nil
}

// DoomedUploads returns the uploads whose bytes must be deleted: expired ones,
// those of deleted tracks and those of deleted accounts.
func (s *Store) DoomedUploads(ctx context.Context, at time.Time) ([]intake.Upload, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &uploadRow{}, selectUpload+`u.state = ? or (u.state <> ? and (u.expires_at <= ? or u.account is null))
		order by u.seq`, string(intake.Gone), string(intake.Used), kernel.Millis(at))
	if err != nil {
		return nil, fmt.Errorf("list doomed uploads: %w", err)
	}
	return list, nil
}

// KnownUploads returns the given IDs that belong to uploads that are not
// tracks.
func (s *Store) KnownUploads(ctx context.Context, ids []string) (map[string]bool, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select id from upload where state <> ? and id in "+s.db.Dialect.Texts,
		string(intake.Used), kernel.Array(ids))
	if err != nil {
		return nil, fmt.Errorf("find uploads: %w", err)
	}
	known := map[string]bool{}
	for _, id := range list {
		known[id] = true
	}
	return known, nil
}

// TracksWithSound returns up to limit tracks with the same sound that the
// viewer may see. key and samples are those of an AudioFile.
func (s *Store) TracksWithSound(ctx context.Context, v music.Viewer, key uint64, samples int64, limit int) ([]music.Track, error) {
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+" from track t").Append(catalogue.WithLiked(v)).
		Add(" where t.audio_key = ? and t.samples = ? and ", int64(key), samples).CanList(v).Add(" order by t.seq limit ? + 0", limit)
	tracks, err := kernel.Collect(ctx, s.db.Read, &catalogue.TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find the same sound: %w", err)
	}
	return tracks, nil
}

// UploadedTracks returns a page of the viewer's uploaded tracks, newest first.
func (s *Store) UploadedTracks(ctx context.Context, v music.Viewer, p music.Page) (music.List[music.Track], error) {
	tracks, err := kernel.Page(ctx, s.db, &catalogue.TrackRow{}, kernel.Listing{
		Columns: catalogue.TrackColumns, From: "track t", Joins: catalogue.WithLiked(v), Personal: true,
		Where: (&kernel.Query{}).Add("t.owner = ?", v.AccountID), Order: catalogue.TrackOrders[music.TracksNewest],
	}, p)
	if err != nil {
		return tracks, fmt.Errorf("list uploaded tracks: %w", err)
	}
	return tracks, nil
}
