package podcasts

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const (
	PodcastColumns = `p.id, coalesce((select a.id from account a where a.seq = p.owner), ''), coalesce((select a.id from account a where a.seq = p.private_to), ''),
		p.feed_url, p.title, p.author, p.description, p.link, p.language, p.categories, p.explicit, p.medium, p.guid, p.image_url, p.cover,
		p.funding_url, p.funding_text, p.email, p.is_public, p.station, p.episodes, p.newest_at, p.created_at, p.polled_at, p.problem,
		coalesce(top.n, 0), coalesce(sub.auto_download, false), coalesce(sub.keep, 0), coalesce(sub.speed, 0), coalesce(sub.skip_silence, false),
		coalesce(sub.notify, false), coalesce(sub.created_at, 0)`
	podcastWrites = `title, author, description, link, language, categories, explicit, medium, funding_url, funding_text, email, is_public, station, folded`
)

// PodcastRow is a row of PodcastColumns.
type PodcastRow struct {
	p                                   feed.Podcast
	sub                                 feed.Subscription
	categories                          kernel.TextList
	newest, created, polled, subscribed int64
}

// Dest implements kernel.Row.
func (r *PodcastRow) Dest() []any {
	p := &r.p
	return []any{
		&p.ID, &p.OwnerID, &p.PrivateTo, &p.FeedURL, &p.Title, &p.Author, &p.Description, &p.Link, &p.Language, &r.categories, &p.Explicit, &p.Medium,
		&p.GUID, &p.ImageURL, &p.Cover, &p.FundingURL, &p.FundingText, &p.Email, &p.IsPublic, &p.StationID, &p.Episodes, &r.newest, &r.created,
		&r.polled, kernel.IntoMessage(&p.Problem), &p.Plays, &r.sub.AutoDownload, &r.sub.Keep, &r.sub.Speed, &r.sub.SkipSilence, &r.sub.Notify, &r.subscribed,
	}
}

// Value implements kernel.Row.
func (r *PodcastRow) Value() feed.Podcast {
	p := r.p
	p.Categories, p.NewestAt, p.CreatedAt, p.PolledAt = r.categories.Texts, kernel.Moment(r.newest), kernel.Moment(r.created), kernel.Moment(r.polled)
	if r.subscribed > 0 {
		sub := r.sub
		sub.CreatedAt = kernel.Moment(r.subscribed)
		p.Subscription = &sub
	}
	return p
}

// WithListeners joins the additional tables for PodcastColumns to the podcast
// p: the viewer's subscription, and the plays since a time.
func WithListeners(v music.Viewer, since time.Time) *kernel.Query {
	return (&kernel.Query{}).Add(` left join podcast_subscription sub on sub.podcast = p.seq and sub.account = `+kernel.AccountSeq+`
		left join (select y.podcast as podcast, count(*) as n from episode_play y where y.at > ? group by y.podcast) top on top.podcast = p.seq`,
		v.AccountID, kernel.Millis(since))
}

var podcastOrders = map[feed.Sort]kernel.Order{
	feed.SortTop:  {Name: "p.top", Key: "coalesce(top.n, 0)", Numeric: true, Seq: "p.seq", Desc: true},
	feed.SortNew:  {Name: "p.new", Key: "p.newest_at", Numeric: true, Seq: "p.seq", Desc: true},
	feed.SortName: {Name: "p.name", Key: "p.folded", Seq: "p.seq"},
}

// Podcasts returns a page of the podcasts that the viewer may see. It leaves
// out feeds without subscribers.
func (s *Store) Podcasts(ctx context.Context, v music.Viewer, f feed.Filter, p music.Page, now time.Time) (music.List[feed.Podcast], error) {
	where := (&kernel.Query{}).CanSeePodcast(v)
	switch {
	case f.Subscribed:
		where.Add(" and exists (select 1 from podcast_subscription o where o.podcast = p.seq and o.account = "+kernel.AccountSeq+")", v.AccountID)
	case f.Own:
		where.Add(" and p.owner = "+kernel.AccountSeq, v.AccountID)
	default:
		where.Add(" and (p.owner is not null or exists (select 1 from podcast_subscription o where o.podcast = p.seq))")
	}
	s.addSearch(where, "p.folded", f.Search)
	list, err := kernel.Page(ctx, s.db, &PodcastRow{}, kernel.Listing{
		Columns: PodcastColumns, From: "podcast p", Joins: WithListeners(v, feed.PlaysFrom(now)), Where: where,
		Order: podcastOrders[cmp.Or(f.Sort, feed.SortTop)], Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list podcasts: %w", err)
	}
	return list, nil
}

// addSearch adds the condition that a folded column contains every word of a
// text.
func (s *Store) addSearch(where *kernel.Query, column, text string) {
	AddWords(s.db, where, column, kernel.SearchWords(text))
}

// AddWords adds the condition that a column contains every word.
func AddWords(db *kernel.DB, where *kernel.Query, column string, words []string) {
	for _, word := range words[:min(len(words), kernel.MaxTerms)] {
		where.Add(" and "+fmt.Sprintf(db.Dialect.Contains, column), word)
	}
}

// Podcast returns a podcast, or NotFound if the viewer may not see it.
func (s *Store) Podcast(ctx context.Context, v music.Viewer, id string, now time.Time) (*feed.Podcast, error) {
	return s.podcast(ctx, s.db.Read, v, id, now)
}

func (s *Store) podcast(ctx context.Context, from kernel.Queryer, v music.Viewer, id string, now time.Time) (*feed.Podcast, error) {
	q := (&kernel.Query{}).Add("select "+PodcastColumns+" from podcast p").Append(WithListeners(v, feed.PlaysFrom(now))).
		Add(" where p.id = ? and ", kernel.Clean(id)).CanSeePodcast(v)
	p, err := kernel.Pointer(kernel.One(ctx, from, &PodcastRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read podcast: %w", err)
	}
	return p, nil
}

// checkedPodcast returns the values of podcastWrites, or the rules that are
// broken.
func checkedPodcast(p *feed.Podcast) ([]any, error) {
	kernel.Normal(&p.Title, &p.Author, &p.Description, &p.Link, &p.Language, &p.FundingURL, &p.FundingText, &p.Email)
	for i := range p.Categories {
		kernel.Normal(&p.Categories[i])
	}
	err := p.Check()
	return []any{
		p.Title, p.Author, p.Description, p.Link, p.Language, kernel.Array(p.Categories), p.Explicit, p.Medium, p.FundingURL, p.FundingText, p.Email,
		p.IsPublic, p.StationID, kernel.FoldedLines(p.Title, p.Author),
	}, err
}

// CreatePodcast adds a podcast published by OwnerID and fills in its ID if
// empty. It returns Invalid with the fields that break a rule, and Conflict if
// the owner has the maximum number of podcasts.
func (s *Store) CreatePodcast(ctx context.Context, p *feed.Podcast) error {
	values, err := checkedPodcast(p)
	if err != nil {
		return err
	}
	p.ID = cmp.Or(p.ID, music.NewID())
	at := kernel.Millis(p.CreatedAt)
	err = s.db.Update(ctx, "create podcast", func(tx *kernel.Tx) error {
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from podcast where owner = "+kernel.AccountSeq, p.OwnerID)
		if err != nil {
			return err
		}
		if n >= feed.MaxOwnPodcasts {
			return music.NewError(music.Conflict, "You have reached the limit of podcasts.").Coded(music.CodeLimitReached)
		}
		return kernel.Found(tx.Exec(ctx, "insert into podcast (id, owner, feed_key, feed_url, guid, created_at, "+podcastWrites+") select ?, seq, ?, '', ?, cast(? as bigint), "+
			castMarks+" from account where account.id = ?", append(append([]any{p.ID, p.ID, p.GUID, at}, values...), p.OwnerID)...))
	})
	p.CreatedAt = kernel.Moment(at)
	return err
}

// castMarks are the question marks of podcastWrites, with types where a select
// list does not imply them.
const castMarks = "?, ?, ?, ?, ?, ?, cast(? as boolean), ?, ?, ?, ?, cast(? as boolean), ?, ?"

// ChangePodcast changes a podcast published on this server and returns the
// result. It returns Forbidden if the viewer does not manage it, and Invalid
// with the fields that break a rule.
func (s *Store) ChangePodcast(ctx context.Context, v music.Viewer, id string, alter func(*feed.Podcast)) (*feed.Podcast, error) {
	var p *feed.Podcast
	err := s.db.Update(ctx, "change podcast", func(tx *kernel.Tx) error {
		if err := s.lock(ctx, tx, "podcast", id); err != nil {
			return err
		}
		var err error
		if p, err = s.managedPodcast(ctx, tx, v, id); err != nil {
			return err
		}
		alter(p)
		values, err := checkedPodcast(p)
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "update podcast set ("+podcastWrites+") = ("+kernel.Marks(len(values))+") where id = ?", append(values, id)...))
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// lock lets no other transaction change a podcast or an episode until this one ends,
// so that what it reads is still true when it writes.
func (s *Store) lock(ctx context.Context, tx *kernel.Tx, table, id string) error {
	_, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from "+table+" where id = ?"+s.db.Dialect.Locked, kernel.Clean(id))
	return err
}

// managedPodcast returns a podcast that the viewer may change.
func (s *Store) managedPodcast(ctx context.Context, q kernel.Queryer, v music.Viewer, id string) (*feed.Podcast, error) {
	p, err := s.podcast(ctx, q, v, id, time.Time{})
	if err == nil && !p.MayChange(v) {
		err = music.ErrForbidden
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// SetPodcastCover sets the picture of a podcast, "" for none.
func (s *Store) SetPodcastCover(ctx context.Context, id, name, seen string) error {
	if err := kernel.Found(s.db.Write.Exec(ctx, "update podcast set cover = ?, image_seen = ? where id = ?", name, kernel.Clean(seen), id)); err != nil {
		return fmt.Errorf("set cover of podcast: %w", err)
	}
	return nil
}

// DeletePodcast deletes a podcast published on this server with its episodes.
// It returns Forbidden if the viewer does not manage it.
func (s *Store) DeletePodcast(ctx context.Context, v music.Viewer, id string) error {
	if _, err := s.managedPodcast(ctx, s.db.Read, v, id); err != nil {
		return err
	}
	return kernel.Found(s.db.Write.Exec(ctx, "delete from podcast where id = ?", id))
}
