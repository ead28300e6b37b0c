package accounts

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// UpdateProfile changes a person's profile.
func (s *Store) UpdateProfile(ctx context.Context, id string, c people.ProfileChange) error {
	return s.db.UpdateNames(ctx, "update profile", func(tx *kernel.Tx) error {
		err := kernel.Found(tx.Exec(ctx, `update account set first_name = coalesce(?, first_name), last_name = coalesce(?, last_name),
			bio = coalesce(?, bio), location = coalesce(?, location), website = coalesce(?, website),
			phone_number = coalesce(?, phone_number), date_of_birth = coalesce(?, date_of_birth),
			is_private = coalesce(?, is_private), email_notifications = coalesce(?, email_notifications),
			push_notifications = coalesce(?, push_notifications) where id = ?`,
			cleanMaybe(c.FirstName), cleanMaybe(c.LastName), cleanMaybe(c.Bio), cleanMaybe(c.Location), cleanMaybe(c.Website),
			cleanMaybe(c.PhoneNumber), cleanMaybe(c.DateOfBirth), c.IsPrivate, c.EmailNotifications, c.PushNotifications, id))
		if err != nil || c.FirstName == nil && c.LastName == nil {
			return err
		}
		name, err := kernel.One(ctx, tx, &kernel.Cell[string]{}, "select first_name || ' ' || last_name from account where id = ?", id)
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "update account set folded = ? where id = ?", kernel.FoldedLines(name), id))
	})
}

// cleanMaybe is clean for an optional text.
func cleanMaybe(text *string) *string {
	if text == nil {
		return nil
	}
	cleaned := kernel.Clean(*text)
	return &cleaned
}

// SetProfileImage sets the URL of a person's picture, "" for none.
func (s *Store) SetProfileImage(ctx context.Context, id, url string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set profile_image_url = ? where id = ?", url, id))
}

// ProfileImages returns the URLs of all people's pictures.
func (s *Store) ProfileImages(ctx context.Context) ([]string, error) {
	return kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select profile_image_url from account where profile_image_url <> ''")
}

// SetLanguage sets the language of mail to a person, "" for the browser's.
func (s *Store) SetLanguage(ctx context.Context, id, language string) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set language = ? where id = ?", language, id))
}

// recentLikes is how many likes LikedBy searches for visible tracks.
const recentLikes = 200

// LikedBy returns up to limit of the tracks that an account liked recently and
// the viewer may see, newest like first.
func (s *Store) LikedBy(ctx context.Context, v music.Viewer, accountID string, limit int) ([]music.Track, error) {
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+` from (select track, at from liked
			where account = (select seq from account where account.id = ?) order by at desc, track desc limit ? + 0) l
		join track t on t.seq = l.track`, accountID, recentLikes).Append(catalogue.WithLiked(v)).Add(" where ").CanList(v).
		Add(" order by l.at desc, t.seq desc limit ? + 0", limit)
	tracks, err := kernel.Collect(ctx, s.db.Read, &catalogue.TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list recent likes: %w", err)
	}
	return tracks, nil
}

type listenerStatsRow struct {
	s        people.ListenerStats
	listened int64
}

func (r *listenerStatsRow) Dest() []any { return []any{&r.s.LikedSongs, &r.s.Playlists, &r.listened} }

func (r *listenerStatsRow) Value() people.ListenerStats {
	s := r.s
	s.Listened = kernel.Length(r.listened)
	return s
}

// ListenerStats returns the viewer's statistics: the sizes of their lists of
// liked tracks and playlists, and the listening time of plays that started at
// or after since.
func (s *Store) ListenerStats(ctx context.Context, v music.Viewer, since time.Time) (people.ListenerStats, error) {
	q := (&kernel.Query{}).Add(`select (select count(*) from liked join track t on t.seq = liked.track
			where liked.account = (select seq from account where account.id = ?) and `, v.AccountID).CanSee(v).
		Add(`), (select count(*) from playlist where account = (select seq from account where account.id = ?)),
			(select cast(coalesce(sum(listened), 0) as bigint) from play
			where account = (select seq from account where account.id = ?) and started_at >= ?)`, v.AccountID, v.AccountID, kernel.Millis(since))
	stats, err := kernel.One(ctx, s.db.Read, &listenerStatsRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return stats, fmt.Errorf("compute listener statistics: %w", err)
	}
	return stats, nil
}

// recentActivity is how many likes and how many plays Activity considers.
const recentActivity = 500

type activityRow struct {
	catalogue.TrackRow
	kind people.ActivityKind
	at   int64
}

func (r *activityRow) Dest() []any { return append(r.TrackRow.Dest(), &r.kind, &r.at) }

func (r *activityRow) Value() people.Activity {
	track := r.TrackRow.Value()
	return people.Activity{Kind: r.kind, At: kernel.Moment(r.at), Track: &track}
}

// Activity returns up to limit of the viewer's recent likes and plays, latest
// first. Skipped tracks do not count as played.
func (s *Store) Activity(ctx context.Context, v music.Viewer, limit int) ([]people.Activity, error) {
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+`, x.kind, x.at from (
			select 'liked' as kind, at, track, 0 as listened from (select at, track from liked
				where account = (select seq from account where account.id = ?) order by at desc limit ? + 0) l
			union all
			select 'played', started_at, track, listened from (select started_at, track, listened from play
				where account = (select seq from account where account.id = ?) order by started_at desc limit ? + 0) p
		) x join track t on t.seq = x.track`, v.AccountID, recentActivity, v.AccountID, recentActivity).
		Append(catalogue.WithLiked(v)).
		Add(" where (x.kind = 'liked' or x.listened >= ? or t.duration > 0 and x.listened * 2 >= t.duration) and ", music.PlayCounts.Milliseconds()).
		CanSee(v).Add(" order by x.at desc, x.kind, t.seq desc limit ? + 0", limit)
	list, err := kernel.Collect(ctx, s.db.Read, &activityRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list activity: %w", err)
	}
	return list, nil
}
