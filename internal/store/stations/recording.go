package stations

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

const (
	recordingColumns = `r.id, coalesce(s.id, ''), coalesce(s.name, ''), coalesce(o.id, ''), coalesce(a.id, ''), r.dj, r.title, r.began_at, r.ended_at,
		r.format, r.size, r.duration, r.from_ms, r.to_ms, r.from_byte, r.to_byte, r.tracklist, r.state, r.reason,
		coalesce((select m.id from mix m where m.id = r.mix), '')` // whoever owns a mix may delete it
	fromRecording = `recording r left join station s on s.seq = r.station left join account o on o.seq = s.owner left join account a on a.seq = r.account`
)

type recordingRow struct {
	r                                station.Recording
	began, ended, duration, from, to int64
	tracklist                        string
}

func (r *recordingRow) Dest() []any {
	v := &r.r
	return []any{
		&v.ID, &v.StationID, &v.Station, &v.OwnerID, &v.AccountID, &v.DJ, &v.Title, &r.began, &r.ended,
		&v.Format, &v.Size, &r.duration, &r.from, &r.to, &v.Trim.FromByte, &v.Trim.ToByte, &r.tracklist, &v.State, kernel.IntoMessage(&v.Reason), &v.MixID,
	}
}

func (r *recordingRow) Value() station.Recording {
	v := r.r
	v.BeganAt, v.EndedAt = kernel.Moment(r.began), kernel.Moment(r.ended)
	v.Duration, v.Trim.From, v.Trim.To = kernel.Length(r.duration), kernel.Length(r.from), kernel.Length(r.to)
	v.Tracklist = []djmix.Entry{}
	_ = json.Unmarshal([]byte(r.tracklist), &v.Tracklist) // written by ChangeRecording
	return v
}

// CreateRecording adds a recording in progress and fills in its ID if empty. It
// returns NotFound if the station is deleted.
func (s *Store) CreateRecording(ctx context.Context, r *station.Recording) error {
	kernel.Normal(&r.DJ, &r.Title)
	r.ID = cmp.Or(r.ID, music.NewID())
	err := kernel.Found(s.db.Write.Exec(ctx, `insert into recording (id, station, account, dj, title, began_at, format, state)
		select ?, seq, (select seq from account where account.id = ?), ?, ?, cast(? as bigint), ?, ? from station where station.id = ?`,
		r.ID, r.AccountID, r.DJ, r.Title, kernel.Millis(r.BeganAt), r.Format, string(station.RecordingRunning), r.StationID))
	if err != nil {
		return fmt.Errorf("begin recording: %w", err)
	}
	r.State = station.RecordingRunning
	return nil
}

var recordingsNewest = kernel.Order{Name: "r.newest", Seq: "r.seq", Desc: true}

// Recordings returns a page of the recordings that the viewer may manage, of
// one station, or of all if stationID is "", newest first.
func (s *Store) Recordings(ctx context.Context, v music.Viewer, stationID string, p music.Page) (music.List[station.Recording], error) {
	where := (&kernel.Query{}).CanManageRecording(v)
	if stationID != "" {
		where.Add(" and s.id = ?", stationID)
	}
	list, err := kernel.Page(ctx, s.db, &recordingRow{}, kernel.Listing{
		Columns: recordingColumns, From: fromRecording, Where: where, Order: recordingsNewest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list recordings: %w", err)
	}
	return list, nil
}

// Recording returns a recording, or NotFound if the viewer may not manage it.
func (s *Store) Recording(ctx context.Context, v music.Viewer, id string) (*station.Recording, error) {
	q := (&kernel.Query{}).Add("select "+recordingColumns+" from "+fromRecording+" where r.id = ? and ", id).CanManageRecording(v)
	r, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &recordingRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read recording: %w", err)
	}
	return r, nil
}

// RecordingOfMix returns the recording from which a mix was made, or NotFound.
func (s *Store) RecordingOfMix(ctx context.Context, mixID string) (*station.Recording, error) {
	if mixID == "" {
		return nil, music.ErrNotFound
	}
	r, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &recordingRow{}, "select "+recordingColumns+" from "+fromRecording+" where r.mix = ? and exists (select 1 from mix m where m.id = r.mix)", mixID))
	if err != nil {
		return nil, fmt.Errorf("find the recording of a mix: %w", err)
	}
	return r, nil
}

// RecordingsGoingOn returns up to limit recordings that have not ended
// according to the database, oldest first.
func (s *Store) RecordingsGoingOn(ctx context.Context, limit int) ([]station.Recording, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &recordingRow{}, "select "+recordingColumns+" from "+fromRecording+" where r.state = 'recording' order by r.seq limit ? + 0", limit)
	if err != nil {
		return nil, fmt.Errorf("list recordings in progress: %w", err)
	}
	return list, nil
}

// RecordingsGone returns the IDs of up to limit recordings whose sound must be
// deleted.
func (s *Store) RecordingsGone(ctx context.Context, limit int) ([]string, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select id from recording where state = ? order by seq limit ? + 0", string(station.RecordingGone), limit)
	if err != nil {
		return nil, fmt.Errorf("list recordings to delete: %w", err)
	}
	return list, nil
}

// ChangeRecording changes a recording and returns the result, or NotFound. The
// caller checks permissions.
func (s *Store) ChangeRecording(ctx context.Context, id string, alter func(*station.Recording) error) (r *station.Recording, err error) {
	err = s.db.Update(ctx, "change recording", func(tx *kernel.Tx) error {
		if r, err = kernel.Pointer(kernel.One(ctx, tx, &recordingRow{}, "select "+recordingColumns+" from "+fromRecording+" where r.id = ? and r.state <> ?", id, string(station.RecordingGone))); err != nil {
			return err
		}
		if err := alter(r); err != nil {
			return err
		}
		kernel.Normal(&r.DJ, &r.Title)
		tracklist, err := json.Marshal(r.Tracklist)
		if err != nil {
			return err
		}
		t := &r.Trim
		return kernel.Found(tx.Exec(ctx, `update recording set (dj, title, ended_at, size, duration, from_ms, to_ms, from_byte, to_byte, tracklist, state, reason, mix)
			= (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) where id = ?`,
			r.DJ, r.Title, ended(r.EndedAt), r.Size, r.Duration.Milliseconds(), t.From.Milliseconds(), t.To.Milliseconds(), t.FromByte, t.ToByte,
			string(tracklist), string(r.State), r.Reason.Encode(), r.MixID, id))
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

func ended(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return kernel.Millis(at)
}

// SetWaveform stores the waveform of a recording.
func (s *Store) SetWaveform(ctx context.Context, id string, waveform []byte) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update recording set waveform = ? where id = ?", waveform, id))
}

// Waveform returns the waveform of a recording, or nil if it is unknown.
func (s *Store) Waveform(ctx context.Context, id string) ([]byte, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[[]byte]{}, "select waveform from recording where id = ?", id)
}

// DeleteRecording deletes a recording but not its mix, or returns NotFound.
func (s *Store) DeleteRecording(ctx context.Context, id string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "delete from recording where id = ?", id))
}
