package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"text/tabwriter"
	"time"

	"sonora/internal/app"
	"sonora/internal/exchange"
	"sonora/internal/music"
)

type importCmd struct {
	accountFlags
	File     string            `arg:"" type:"existingfile" help:"Database of the other server: navidrome.db or gonic.db."`
	User     map[string]string `help:"Email address of a person, by the name there. It may be repeated." placeholder:"NAME=EMAIL"`
	Apply    bool              `help:"Take over what the report lists. Without it, nothing changes."`
	NewLinks bool              `help:"With --apply, print new links for the people who have not accepted their invitation. Their old links end."`
}

// Help returns the text below the first line of "sonora import --help".
func (importCmd) Help() string {
	return "Takes over stars, ratings, plays, bookmarks and playlists. First scan the same music here, and stop the other server, so that its file is complete. " +
		"Accounts are found by their email address; people without an account here are invited to one, by a link that is printed and works for 30 days. Nobody can sign in to it before they accept. " +
		"Running the command again takes over only what is new."
}

func (c *importCmd) Run(ctx context.Context, log *slog.Logger) error {
	return withAccounts(ctx, c.accountFlags, log, func(accounts *app.Accounts) error {
		report, err := accounts.ImportServer(ctx, c.File, exchange.ServerOptions{
			Emails: c.User, Apply: c.Apply, NewLinks: c.NewLinks, Invited: func(p *exchange.Moved) { showLink(os.Stdout, p) },
		})
		if err != nil {
			return err
		}
		return showServerReport(os.Stdout, report)
	})
}

// showLink prints the link of an invitation. It is made only once.
func showLink(w io.Writer, p *exchange.Moved) {
	fmt.Fprintf(w, "invitation for %s, until %s: %s\n", p.Email, p.LinkEnds.Format(time.DateOnly), p.Link)
}

// showInvited says whether a person has to accept an invitation first.
func showInvited(w io.Writer, p *exchange.Moved, applied bool) {
	switch {
	case p.Link != "":
		fmt.Fprintf(w, "%s is invited by the link above\n", p.Email)
	case p.IsWaiting:
		fmt.Fprintf(w, "%s has not accepted the invitation yet; --apply --new-links prints a new link\n", p.Email)
	case p.IsNew && !applied:
		fmt.Fprintf(w, "%s will be invited\n", p.Email)
	}
}

// showLeftOut says why nothing of a person is taken over, and what to do.
func showLeftOut(w io.Writer, program string, p *exchange.Moved) {
	switch p.LeftOut {
	case exchange.Taken:
	case exchange.NoAddress:
		fmt.Fprintf(w, "left out: %s: name the address with --user %s=EMAIL\n", p.Name, p.Name)
	case exchange.SharedAddress:
		fmt.Fprintf(w, "left out: %s: others there have the address %s too; name the right one with --user %s=EMAIL\n", p.Name, p.Email, p.Name)
	case exchange.OperatorAddress:
		fmt.Fprintf(w, "left out: %s: %s is an operator's address here, and %s does not verify addresses; if it is theirs, add --user %s=%s\n", p.Name, p.Email, program, p.Name, p.Email)
	}
}

// showLists says which playlists are not taken over as they are at the other server.
func showLists(w io.Writer, lists []exchange.MovedList) {
	for i, l := range lists {
		if i == maxShown {
			fmt.Fprintf(w, "playlists: %d more\n", len(lists)-i)
			return
		}
		switch {
		case l.Exists:
			fmt.Fprintf(w, "playlist of %s: “%s” is here already and stays as it is\n", l.Owner, l.Name)
			continue
		case l.Name != l.Title:
			fmt.Fprintf(w, "playlist of %s: another “%s” becomes “%s”\n", l.Owner, l.Title, l.Name)
		}
		if l.LeftOut > 0 {
			fmt.Fprintf(w, "playlist of %s: the last %d songs of “%s” are left out, because a playlist has room for %d\n", l.Owner, l.LeftOut, l.Name, music.MaxEntries)
		}
	}
}

// maxShown is how many missing songs, and how many playlists, are printed.
const maxShown = 50

func showServerReport(w io.Writer, r *exchange.ServerReport) error {
	fmt.Fprintf(w, "%s has %d songs and %d people.\n", r.Title, r.Songs, len(r.People))
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "Name\tEmail\tLikes\tRatings\tPlays\tBookmarks\tPlaylists\tSongs not here")
	for _, p := range r.People {
		if p.LeftOut != exchange.Taken {
			continue
		}
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n",
			p.Name, p.Email, p.Likes, p.Ratings, p.Plays, p.Bookmarks, p.Playlists, p.Missing)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for _, p := range r.People {
		showLeftOut(w, r.Title, &p)
		showInvited(w, &p, r.Applied)
	}
	showLists(w, r.Lists)
	for i, song := range r.Missing {
		if i == maxShown {
			fmt.Fprintf(w, "not here: %d more\n", len(r.Missing)-i)
			break
		}
		fmt.Fprintf(w, "not here: %s\n", song.Text)
	}
	if !r.Applied {
		fmt.Fprintln(w, "Nothing has changed. Add --apply to take this over.")
	}
	return nil
}
