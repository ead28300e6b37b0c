package catalogue

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"sonora/internal/discovery"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// latestPlays is how many plays AlbumsHeard searches for distinct albums.
const latestPlays = 2000

// albumRanks select albums with a rank for the orders that depend on what the viewer
// heard or likes, the highest first.
var albumRanks = map[music.AlbumSort]string{
	discovery.AlbumsHeard: `select t.album, max(p.started_at) as place from (select track, started_at from play where account = ` + kernel.AccountSeq + fmt.Sprintf(`
		order by started_at desc limit %d) p join track t on t.seq = p.track where t.album is not null group by t.album`, latestPlays),
	discovery.AlbumsByPlays: `select t.album, count(*) as place from play p join track t on t.seq = p.track
		where p.account = ` + kernel.AccountSeq + ` and p.counted > 0 and t.album is not null group by t.album`,
	discovery.AlbumsLiked:    `select x.seq as album, f.liked_at as place from favourite f join album x on x.id = f.item where f.account = ` + kernel.AccountSeq + ` and f.kind = 'album' and f.liked_at > 0`,
	discovery.AlbumsByRating: `select x.seq as album, f.stars as place from favourite f join album x on x.id = f.item where f.account = ` + kernel.AccountSeq + ` and f.kind = 'album' and f.stars > 0`,
}

// rankedAlbums returns a page of albums by a rank. Albums without one are not in the
// list, which is not counted.
func (s *Store) rankedAlbums(ctx context.Context, v music.Viewer, rank string, l kernel.Listing, p music.Page) (music.List[music.Album], error) {
	q := (&kernel.Query{}).Add("select "+l.Columns+" from ("+rank+") r join album al on al.seq = r.album where ", v.AccountID).Append(l.Where).
		Add(" order by r.place desc, al.seq desc limit ? + 0 offset ? + 0", kernel.LimitOf(p), p.At)
	albums, err := kernel.Collect(ctx, s.db.Read, &AlbumRow{}, q.Text.String(), q.Args...)
	return music.List[music.Album]{Items: albums, Total: len(albums)}, err
}

// randomAlbums returns albums of a listing in random order, others every time.
func (s *Store) randomAlbums(ctx context.Context, l kernel.Listing, p music.Page) (music.List[music.Album], error) {
	in, err := s.membersOf(ctx, kernel.Listing{From: "(select al.seq from album al where " + l.Where.Text.String() + ") as t", Where: (&kernel.Query{}).Add("true", l.Where.Args...)})
	if err != nil {
		return music.List[music.Album]{}, err
	}
	seqs := in.pick(kernel.LimitOf(p))
	q := (&kernel.Query{}).Add("select "+l.Columns+" from album al where al.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).Append(l.Where)
	albums, err := kernel.Collect(ctx, s.db.Read, &AlbumRow{}, q.Text.String(), q.Args...)
	return music.List[music.Album]{Items: kernel.InOrder(albums, seqs, func(a music.Album) int64 { return a.Seq }), Total: in.count}, err
}

// RandomTracks returns up to n tracks that match a filter, others every time.
func (s *Store) RandomTracks(ctx context.Context, v music.Viewer, f music.TrackFilter, n int) ([]music.Track, error) {
	f.Sort = music.TracksNewest
	l, err := s.trackListing(v, f)
	if err != nil {
		return nil, err
	}
	in, err := s.membersOf(ctx, l)
	if err != nil {
		return nil, fmt.Errorf("pick random tracks: %w", err)
	}
	return s.tracksInOrder(ctx, l, in.pick(n))
}

// pick returns up to n random members, in random order.
func (m *members) pick(n int) []int64 {
	picked := make([]int64, 0, min(n, m.count))
	taken := map[int]bool{}
	for len(picked) < cap(picked) {
		place := rand.IntN(m.count) //nolint:gosec // whoever guesses it hears a song
		if taken[place] {
			continue
		}
		taken[place] = true
		picked = append(picked, m.at(place))
	}
	return picked
}

// at returns the member at a place, counted from 0.
func (m *members) at(place int) int64 {
	for i, word := range m.bits {
		if n := bits.OnesCount64(word); place >= n {
			place -= n
			continue
		}
		for ; place > 0; place-- {
			word &= word - 1
		}
		return int64(i)<<6 | int64(bits.TrailingZeros64(word))
	}
	return -1 // there is no such member
}

// LikedArtists returns up to limit artists that the viewer likes, the latest first.
func (s *Store) LikedArtists(ctx context.Context, v music.Viewer, limit int) ([]music.Artist, error) {
	q := (&kernel.Query{}).Add("select "+ArtistColumns(v)+" from favourite f join artist ar on ar.id = f.item where f.account = "+kernel.AccountSeq+" and f.kind = 'artist' and f.liked_at > 0 and ", v.AccountID).
		HasTracks(v, "ar", kernel.OwnArtist).Add(" order by f.liked_at desc, ar.seq desc limit ? + 0", limit)
	artists, err := kernel.Collect(ctx, s.db.Read, &ArtistRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list liked artists: %w", err)
	}
	return artists, nil
}
