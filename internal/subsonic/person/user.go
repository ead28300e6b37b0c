package person

import (
	"strings"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/profile"
	"sonora/internal/subsonic/answer"
	"sonora/internal/subsonic/protocol"
	"sonora/internal/subsonic/things"
)

// account returns the caller's account. The protocol's names of others are email
// addresses, which are nobody's business.
func (a *API) account(c *protocol.Call, asked string) (*music.Account, error) {
	account, err := a.Store.AccountByID(c, c.Viewer.AccountID)
	if err != nil {
		return nil, err
	}
	if asked != "" && !strings.EqualFold(asked, account.Email) && !strings.EqualFold(asked, c.Text("u")) {
		return nil, music.ErrForbidden
	}
	return account, nil
}

// user returns what writes the caller, with the music folders they see.
func (a *API) user(c *protocol.Call, account *music.Account) func(w *answer.Writer, folders *[]int) {
	return func(w *answer.Writer, folders *[]int) {
		w.Text("username", account.Email)
		w.Text("email", account.Email)
		for _, role := range []struct {
			name string
			is   bool
		}{
			{"scrobblingEnabled", true},
			{"adminRole", c.Viewer.IsAdmin()},
			{"settingsRole", false},
			{"downloadRole", true},
			{"uploadRole", false},
			{"playlistRole", true},
			{"coverArtRole", false},
			{"commentRole", false},
			{"podcastRole", c.MayManage()},
			{"streamRole", true},
			{"jukeboxRole", false},
			{"shareRole", c.MayManage()},
			{"videoConversionRole", false},
		} {
			w.Bool(role.name, role.is)
		}
		w.Ints("folder", *folders)
	}
}

// folders returns the numbers of the music folders.
func (a *API) folders(c *protocol.Call) ([]int, error) {
	folders, err := things.MusicFolders(c, a.Store)
	numbers := make([]int, len(folders))
	for i, f := range folders {
		numbers[i] = int(f.Root)
	}
	return numbers, err
}

func (a *API) getUser(c *protocol.Call, w *answer.Writer) error {
	account, err := a.account(c, c.Text("username"))
	if err != nil {
		return err
	}
	folders, err := a.folders(c)
	if err != nil {
		return err
	}
	w.Object("user", func() { a.user(c, account)(w, &folders) })
	return nil
}

// getUsers answers with the caller alone.
func (a *API) getUsers(c *protocol.Call, w *answer.Writer) error {
	account, err := a.account(c, "")
	if err != nil {
		return err
	}
	folders, err := a.folders(c)
	if err != nil {
		return err
	}
	w.Object("users", func() { answer.List(w, "user", [][]int{folders}, a.user(c, account)) })
	return nil
}

var errAccounts = music.NewError(music.Forbidden, "Apps cannot change accounts. Use the web app.")

// manageUsers refuses to change accounts: an API key of an app does not suffice.
func (a *API) manageUsers(*protocol.Call, *answer.Writer) error { return errAccounts }

// getAvatar sends the picture of the caller.
func (a *API) getAvatar(c *protocol.Call) error {
	name, err := c.Required("username")
	if err != nil {
		return err
	}
	account, err := a.account(c, name)
	if err != nil {
		return err
	}
	picture, isOurs := strings.CutPrefix(account.ProfileImageURL, profile.AvatarPath)
	if !isOurs {
		image, err := a.Library.Covers.Of(c, c.Viewer, "", account.FullName(), library.PictureOptions{Size: library.SizeFor(300)})
		if err != nil {
			return err
		}
		defer image.File.Close()
		things.SendImage(c, image, protocol.Revalidated)
		return nil
	}
	file, err := a.Profile.OpenAvatar(picture)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	c.SendFile("image/jpeg", protocol.Revalidated, info.ModTime(), file)
	return nil
}

// tokenInfo names the person to whom an API key belongs.
func (a *API) tokenInfo(c *protocol.Call, w *answer.Writer) error {
	if c.Text("apiKey") == "" {
		return protocol.Missing("apiKey")
	}
	account, err := a.Store.AccountByID(c, c.Viewer.AccountID)
	if err != nil {
		return err
	}
	w.Object("tokenInfo", func() { w.Text("username", account.Email) })
	return nil
}
