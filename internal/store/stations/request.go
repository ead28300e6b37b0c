package stations

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// Errors shown to people who request a track.
var (
	errAskedAlready = music.NewError(music.Conflict, "Somebody has already requested this track. Vote for it instead.")
	errManyRequests = music.NewError(music.Conflict, "There are too many requests at the moment. Try again later.")
)

// tooSoon returns TooMany for a request or chat message that comes too early,
// with the time to wait.
func tooSoon(why music.Message, wait time.Duration) error {
	return &music.Error{Code: music.TooMany, Detail: why, RetryAfter: max(time.Second, wait.Round(time.Second))}
}

type requestRow struct {
	r             station.Request
	asked, played int64
	track         catalogue.TrackRow
}

func (r *requestRow) Dest() []any {
	q := &r.r
	return append([]any{&q.ID, &q.StationID, &q.AccountID, &q.ByName, &q.Message, &q.Votes, &q.Voted, &q.State, kernel.IntoMessage(&q.Reason), &r.asked, &r.played}, r.track.Dest()...)
}

func (r *requestRow) Value() station.Request {
	q := r.r
	q.AskedAt, q.PlayedAt, q.Track = kernel.Moment(r.asked), kernel.Moment(r.played), r.track.Value()
	return q
}

// selectRequests selects the requests x of a station for tracks that the viewer
// may see. It leaves out the names of private profiles.
func selectRequests(v music.Viewer, stationID string) *kernel.Query {
	return (&kernel.Query{}).Add(`select x.id, s.id, coalesce(a.id, ''), case when a.is_private and a.id <> ? then '' else coalesce(`+kernel.PersonName+`, '') end, x.message, x.votes,
		exists (select 1 from station_vote o join account w on w.seq = o.account where o.request = x.seq and w.id = ?), x.state, x.reason, x.asked_at, x.played_at, `+catalogue.TrackColumns+`
		from station_request x join station s on s.seq = x.station join track t on t.seq = x.track left join account a on a.seq = x.account`, v.AccountID, v.AccountID).
		Append(catalogue.WithLiked(v)).Add(" where s.id = ? and ", stationID).CanSee(v)
}

// StationRequests returns the waiting requests of a station and the viewer's
// own since a time, sorted by votes or oldest first.
func (s *Store) StationRequests(ctx context.Context, v music.Viewer, stationID string, byVote bool, since time.Time) ([]station.Request, error) {
	q := selectRequests(v, stationID).Add(" and (x.state in ('waiting', 'queued') or a.id = ? and x.asked_at >= ?)", v.AccountID, kernel.Millis(since))
	by := " order by case when x.state in ('waiting', 'queued') then 0 else 1 end, "
	if byVote {
		by += "x.votes desc, "
	}
	q.Add(by+"x.seq limit ? + 0", 2*station.MaxRequests)
	list, err := kernel.Collect(ctx, s.db.Read, &requestRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	return list, nil
}

// StationRequest returns a request, or NotFound.
func (s *Store) StationRequest(ctx context.Context, v music.Viewer, stationID, id string) (*station.Request, error) {
	q := selectRequests(v, stationID).Add(" and x.id = ?", id)
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &requestRow{}, q.Text.String(), q.Args...))
}

// CreateStationRequest requests the track Track.ID for the viewer, which counts
// as a vote. It returns NotFound if the viewer or the station's owner may not
// hear the track, Conflict if it is already requested, and TooMany if the
// viewer made too many requests, or if the track was played or requested
// recently.
func (s *Store) CreateStationRequest(ctx context.Context, v, owner music.Viewer, station *station.Station, r *station.Request) error {
	kernel.Normal(&r.Message)
	if err := r.Check(); err != nil {
		return err
	}
	id, at := cmp.Or(r.ID, music.NewID()), r.AskedAt
	err := s.db.Update(ctx, "ask for track", func(tx *kernel.Tx) error {
		seq, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from station where id = ?"+s.db.Dialect.Locked, station.ID)
		if err != nil {
			return err
		}
		track, err := audibleTrack(ctx, tx, r.Track.ID, v, owner)
		if err != nil {
			return err
		}
		if err := mayAsk(ctx, tx, v, seq, track, &station.Options, at); err != nil {
			return err
		}
		if err := kernel.Found(tx.Exec(ctx, `insert into station_request (id, station, track, account, message, votes, state, reason, asked_at)
			select ?, cast(? as bigint), cast(? as bigint), a.seq, ?, 1, 'waiting', '', cast(? as bigint) from account a where a.id = ?`, id, seq, track, r.Message, kernel.Millis(at), v.AccountID)); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "insert into station_vote (request, account) select x.seq, a.seq from station_request x, account a where x.id = ? and a.id = ?", id, v.AccountID))
	})
	if err != nil {
		return err
	}
	made, err := s.StationRequest(ctx, v, station.ID, id)
	if err == nil {
		*r = *made
	}
	return err
}

// audibleTrack returns the seq of a track whose file exists and that all
// viewers may see.
func audibleTrack(ctx context.Context, tx *kernel.Tx, id string, viewers ...music.Viewer) (int64, error) {
	q := (&kernel.Query{}).Add("select t.seq from track t where t.id = ? and t.missing_at = 0", id)
	for _, v := range viewers {
		q.Add(" and ").CanSee(v)
	}
	return kernel.One(ctx, tx, &kernel.Cell[int64]{}, q.Text.String(), q.Args...)
}

// mayAsk enforces the limits of requests.
func mayAsk(ctx context.Context, tx *kernel.Tx, v music.Viewer, st, track int64, o *station.Options, at time.Time) error {
	waiting, err := kernel.One(ctx, tx, &kernel.Pair[int, int]{}, `select count(*), coalesce(sum(case when track = ? then 1 else 0 end), 0) from station_request
		where station = ? and state in ('waiting', 'queued')`, track, st)
	switch {
	case err != nil:
		return err
	case waiting.B > 0:
		return errAskedAlready
	case waiting.A >= station.MaxRequests:
		return errManyRequests
	}
	hour := kernel.Millis(at.Add(-time.Hour))
	asked, err := kernel.One(ctx, tx, &kernel.Pair[int, int64]{}, `select count(*), coalesce(min(asked_at), 0) from station_request
		where station = ? and account = (select seq from account where account.id = ?) and asked_at > ?`, st, v.AccountID, hour)
	if err != nil {
		return err
	}
	if asked.A >= o.RequestsPerHour {
		return tooSoon(music.Say("You can request %d tracks per hour. Try again later.", o.RequestsPerHour), kernel.Moment(asked.B).Add(time.Hour).Sub(at))
	}
	pause := time.Duration(o.RequestMinutes) * time.Minute
	last, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, `select latest from (select coalesce(max(x.at), 0) as latest from (
		select max(began_at) as at from station_play where station = ? and track = ? and began_at > ?
		union all select max(played_at) as at from station_request where station = ? and track = ? and state = 'played') x) y`,
		st, track, kernel.Millis(at.Add(-pause)), st, track)
	if err != nil {
		return err
	}
	if left := kernel.Moment(last).Add(pause).Sub(at); last > 0 && left > 0 {
		return tooSoon(music.Say("This track was played a moment ago. Request it again in %d minutes.", int(left/time.Minute)+1), left)
	}
	return nil
}

// VoteStationRequest adds or removes the viewer's vote for a waiting request
// and returns the request. It returns NotFound if there is no such request.
func (s *Store) VoteStationRequest(ctx context.Context, v music.Viewer, stationID, id string, wanted bool) (*station.Request, error) {
	err := s.db.Update(ctx, "vote for request", func(tx *kernel.Tx) error {
		seq, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, `select x.seq from station_request x join station s on s.seq = x.station
			where x.id = ? and s.id = ? and x.state in ('waiting', 'queued')`+lockedRequest(tx), id, stationID)
		if err != nil {
			return err
		}
		if wanted {
			_, err = tx.Exec(ctx, "insert into station_vote (request, account) select cast(? as bigint), a.seq from account a where a.id = ? on conflict do nothing", seq, v.AccountID)
		} else {
			_, err = tx.Exec(ctx, "delete from station_vote where request = ? and account = (select seq from account where account.id = ?)", seq, v.AccountID)
		}
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "update station_request set votes = (select count(*) from station_vote where request = ?) where seq = ?", seq, seq))
	})
	if err != nil {
		return nil, err
	}
	return s.StationRequest(ctx, v, stationID, id)
}

func lockedRequest(tx *kernel.Tx) string {
	if tx.Pool.D.Locked == "" {
		return ""
	}
	return tx.Pool.D.Locked + " of x"
}

// WaitingRequest is a request for the AutoDJ's plan.
type WaitingRequest struct {
	ID      string
	Track   int64 // seq of the track
	TrackID string
	Votes   int
	State   station.RequestState
	Reason  music.Message
	AskedAt time.Time
	DueAt   time.Time // if it is queued
}

type waitingRow struct {
	w          WaitingRequest
	asked, due int64
}

func (r *waitingRow) Dest() []any {
	w := &r.w
	return []any{&w.ID, &w.Track, &w.TrackID, &w.Votes, &w.State, kernel.IntoMessage(&w.Reason), &r.asked, &r.due}
}

func (r *waitingRow) Value() WaitingRequest {
	w := r.w
	w.AskedAt, w.DueAt = kernel.Moment(r.asked), kernel.Moment(r.due)
	return w
}

// WaitingRequests returns the requests of a station that were not played yet,
// sorted by votes or oldest first.
func (s *Store) WaitingRequests(ctx context.Context, stationID string, byVote bool) ([]WaitingRequest, error) {
	by := "x.seq"
	if byVote {
		by = "x.votes desc, x.seq"
	}
	list, err := kernel.Collect(ctx, s.db.Read, &waitingRow{}, `select x.id, x.track, t.id, x.votes, x.state, x.reason, x.asked_at, x.played_at from station_request x join track t on t.seq = x.track
		where x.station = (select seq from station where station.id = ?) and x.state in ('waiting', 'queued') order by `+by+` limit ? + 0`, stationID, station.MaxRequests)
	if err != nil {
		return nil, fmt.Errorf("list requests: %w", err)
	}
	return list, nil
}

// SetStationRequest stores the state of a request; at is when it is or was due.
// It does not change a request that was played, refused or withdrawn meanwhile.
func (s *Store) SetStationRequest(ctx context.Context, id string, state station.RequestState, reason music.Message, at time.Time) error {
	_, err := s.db.Write.Exec(ctx, "update station_request set state = ?, reason = ?, played_at = ? where id = ? and state in ('waiting', 'queued')", string(state), reason.Encode(), kernel.Millis(at), id)
	if err != nil {
		return fmt.Errorf("record state of request: %w", err)
	}
	return nil
}

// WithdrawStationRequest withdraws the viewer's own request, or returns
// NotFound.
func (s *Store) WithdrawStationRequest(ctx context.Context, v music.Viewer, stationID, id string) error {
	return kernel.Found(s.db.Write.Exec(ctx, `delete from station_request where id = ? and station = (select seq from station where station.id = ?)
		and account = (select seq from account where account.id = ?) and state in ('waiting', 'queued')`, id, stationID, v.AccountID))
}

// TidyStationRequests deletes requests that were played or refused before a time.
func (s *Store) TidyStationRequests(ctx context.Context, before time.Time) error {
	if _, err := s.db.Write.Exec(ctx, "delete from station_request where state in ('played', 'refused') and asked_at < ?", kernel.Millis(before)); err != nil {
		return fmt.Errorf("tidy requests: %w", err)
	}
	return nil
}
