// Command supersonic drives a server with the library of Supersonic, a player for the
// desktop: with answers in XML and in JSON, and with tokens and passwords. It is a module
// of its own, so that Sonora does not depend on the library, whose licence is the GPL.
package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/supersonic-app/go-subsonic/subsonic"
)

func main() {
	for _, c := range []*subsonic.Client{{UseJSON: true}, {}, {UseJSON: true, PasswordAuth: true}} {
		c.Client, c.BaseUrl, c.User = http.DefaultClient, os.Getenv("SONORA_URL"), os.Getenv("SONORA_USER")
		c.ClientName, c.RequestedAPIVersion = "Supersonic", "1.15.0"
		if err := drive(c); err != nil {
			fmt.Fprintf(os.Stderr, "JSON: %v, password: %v: %v\n", c.UseJSON, c.PasswordAuth, err)
			os.Exit(1)
		}
	}
}

// music is what the steps play with.
type music struct {
	artist *subsonic.ArtistID3
	album  *subsonic.AlbumID3
}

func drive(c *subsonic.Client) error {
	if err := c.Authenticate("guess"); err == nil {
		return fmt.Errorf("a wrong password was accepted")
	}
	if err := c.Authenticate(os.Getenv("SONORA_KEY")); err != nil {
		return err
	}
	m, err := browse(c)
	if err != nil {
		return fmt.Errorf("browse: %w", err)
	}
	for name, step := range map[string]func(*subsonic.Client, *music) error{"search": search, "play": play, "star": star, "playlists": playlists, "queue": queue} {
		if err := step(c, m); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// same fails unless two values are printed the same way.
func same(what string, got, want any) error {
	if g, w := fmt.Sprint(got), fmt.Sprint(want); g != w {
		return fmt.Errorf("%s: %s, want %s", what, g, w)
	}
	return nil
}

func titles(songs []*subsonic.Child) []string {
	var list []string
	for _, s := range songs {
		list = append(list, s.Title)
	}
	return list
}

func browse(c *subsonic.Client) (*music, error) {
	artists, err := c.GetArtists(nil)
	if err != nil {
		return nil, err
	}
	m := new(music)
	for _, index := range artists.Index {
		for _, a := range index.Artist {
			if a.Name != "Ada" {
				continue
			}
			if m.artist, err = c.GetArtist(a.ID); err != nil {
				return nil, err
			}
		}
	}
	if m.artist == nil || len(m.artist.Album) == 0 {
		return nil, fmt.Errorf("no albums of Ada: %+v", m.artist)
	}
	if m.album, err = c.GetAlbum(m.artist.Album[0].ID); err != nil {
		return nil, err
	}
	if m.album.Created.IsZero() {
		return nil, fmt.Errorf("the album has no time")
	}
	if err := same("songs", titles(m.album.Song), []string{"Dawn", "Noon", "Dusk"}); err != nil {
		return nil, err
	}
	for list, count := range map[string]int{"newest": 5, "random": 5, "starred": 0} {
		albums, err := c.GetAlbumList2(list, map[string]string{"size": "20", "offset": "0"})
		if err != nil {
			return nil, err
		}
		if err := same(list, len(albums), count); err != nil {
			return nil, err
		}
	}
	if _, err := c.GetArtistInfo2(m.artist.ID, nil); err != nil {
		return nil, err
	}
	genres, err := c.GetGenres()
	if err != nil || !slices.ContainsFunc(genres, func(g *subsonic.Genre) bool { return g.Name == "Folk" && g.SongCount == 3 }) {
		return nil, fmt.Errorf("genres: %v, %w", genres, err)
	}
	return m, nil
}

func search(c *subsonic.Client, _ *music) error {
	found, err := c.Search3("dusk", map[string]string{"artistCount": "0", "albumCount": "0"})
	if err != nil {
		return err
	}
	return same("songs", titles(found.Song), []string{"Dusk"})
}

func play(c *subsonic.Client, m *music) error {
	song := m.album.Song[0]
	sound, err := c.Stream(song.ID, map[string]string{"format": "raw"})
	if err != nil {
		return err
	}
	defer sound.Close()
	whole, err := io.ReadAll(sound)
	if err != nil {
		return err
	}
	if err := same("bytes", len(whole), song.Size); err != nil {
		return err
	}
	address, err := c.GetStreamURL(song.ID, nil)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return err
	}
	request.Header.Set("Range", "bytes=100-199")
	answer, err := c.Client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	part, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusPartialContent || !bytes.Equal(part, whole[100:200]) {
		return fmt.Errorf("range: %s, %d bytes", answer.Status, len(part))
	}
	if _, err := c.GetCoverArt(song.CoverArt, map[string]string{"size": "300"}); err != nil {
		return err
	}
	if err := c.Scrobble(song.ID, map[string]string{"submission": "false"}); err != nil {
		return err
	}
	return c.Scrobble(song.ID, map[string]string{"submission": "true"})
}

func star(c *subsonic.Client, m *music) error {
	all := subsonic.StarParameters{SongIDs: []string{m.album.Song[0].ID}, AlbumIDs: []string{m.album.ID}, ArtistIDs: []string{m.artist.ID}}
	if err := c.Star(all); err != nil {
		return err
	}
	if err := c.SetRating(m.album.Song[0].ID, 4); err != nil {
		return err
	}
	s, err := c.GetStarred2(nil)
	if err != nil {
		return err
	}
	if len(s.Song) != 1 || len(s.Album) != 1 || len(s.Artist) != 1 || s.Song[0].UserRating != 4 || s.Song[0].Starred.IsZero() {
		return fmt.Errorf("%+v", s)
	}
	if err := c.Unstar(all); err != nil {
		return err
	}
	if err := c.SetRating(m.album.Song[0].ID, 0); err != nil {
		return err
	}
	s, err = c.GetStarred2(nil)
	if err != nil {
		return err
	}
	return same("starred", len(s.Song)+len(s.Album)+len(s.Artist), 0)
}

func playlists(c *subsonic.Client, m *music) error {
	dawn, noon, dusk := m.album.Song[0].ID, m.album.Song[1].ID, m.album.Song[2].ID
	if err := c.CreatePlaylistWithTracks([]string{dawn, noon}, map[string]string{"name": "Día"}); err != nil {
		return err
	}
	lists, err := c.GetPlaylists(nil)
	if err != nil {
		return err
	}
	if len(lists) != 1 || lists[0].Name != "Día" || !strings.EqualFold(lists[0].Owner, c.User) {
		return fmt.Errorf("%+v", lists)
	}
	id := lists[0].ID
	if err := c.UpdatePlaylist(id, map[string]string{"name": "Day", "comment": "", "public": "false"}); err != nil {
		return err
	}
	if err := c.UpdatePlaylistTracks(id, []string{dusk}, []int{0}); err != nil {
		return err
	}
	list, err := c.GetPlaylist(id)
	if err != nil {
		return err
	}
	if err := same("songs of "+list.Name, titles(list.Entry), []string{"Noon", "Dusk"}); err != nil {
		return err
	}
	if _, err := c.GetCoverArt(list.CoverArt, map[string]string{"size": "600"}); err != nil {
		return err
	}
	return c.DeletePlaylist(id)
}

func queue(c *subsonic.Client, m *music) error {
	ids := []string{m.album.Song[0].ID, m.album.Song[1].ID}
	if err := c.SavePlayQueue(ids, map[string]string{"current": ids[1], "position": "1500"}); err != nil {
		return err
	}
	q, err := c.GetPlayQueue()
	if err != nil {
		return err
	}
	return same("queue", []any{titles(q.Entries), q.Current, q.Position}, []any{[]string{"Dawn", "Noon"}, ids[1], 1500})
}
