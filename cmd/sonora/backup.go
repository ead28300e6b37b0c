package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"sonora/internal/app"
	"sonora/internal/backup"
)

type backupCmd struct {
	storageFlags
	backupFlags
	Media   string `help:"Folder for pictures and other generated files; defaults to media in the data folder." placeholder:"FOLDER"`
	Storage string `help:"Where uploads are stored, for their list." placeholder:"URL"`
}

// Help returns the text below the first line of "sonora backup --help".
func (backupCmd) Help() string {
	return "The server may run meanwhile. The backup is restored into a scratch database before it counts. " +
		"Uploads and recordings are listed with checksums, not copied."
}

func (c *backupCmd) Run(ctx context.Context) error {
	config := app.Config{Version: version, Data: c.Data, Database: c.Database, Media: c.Media, Storage: c.Storage, Backups: c.Backups, BackupKey: c.BackupKey}
	b, place, err := app.Backup(ctx, config, percent("backup"))
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%s is at %s: %d rows, %.1f MB, restored and compared.\n", b.Name, place, b.Rows, float64(b.Size)/1e6)
	if !b.HasKey {
		fmt.Fprintln(os.Stdout, "It is not encrypted, so it does not contain secret.key of the data folder: keep that file elsewhere.")
	}
	if b.Listed > 0 {
		fmt.Fprintf(os.Stdout, "It lists %d uploaded files, %.1f MB, and does not contain them.\n", b.Listed, float64(b.ListedBytes)/1e6)
	}
	if b.IsListPartial {
		fmt.Fprintln(os.Stdout, "The storage for uploads did not answer, so that list is not complete.")
	}
	return nil
}

// makeBackupCmd is the process that makes the backups of a server.
type makeBackupCmd struct{}

func (makeBackupCmd) Run(ctx context.Context) error { return app.ObeyBackups(ctx, os.Stdin, os.Stdout) }

// backupCommand starts makeBackupCmd. On Linux it is this very program, also after an
// upgrade has replaced its file.
func backupCommand() ([]string, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find the program that makes backups: %w", err)
	}
	if runtime.GOOS == "linux" {
		program = "/proc/self/exe"
	}
	return []string{program, "make-backup"}, nil
}

type restoreCmd struct {
	storageFlags
	backupFlags
	Media   string `help:"Folder for pictures and other generated files; defaults to media in the data folder." placeholder:"FOLDER"`
	Storage string `help:"Where uploads are stored, to see which are missing." placeholder:"URL"`
	From    string `arg:"" optional:"" help:"File of a backup, or its name at the place of the backups; by default the newest there."`
	Key     string `help:"Opens an encrypted backup: a passphrase, or a secret key of age (AGE-SECRET-KEY-…). Set it in the environment." placeholder:"KEY"`
}

// Help returns the text below the first line of "sonora restore --help".
func (restoreCmd) Help() string {
	return "Stop the server first. The backup may be of SQLite or PostgreSQL, whatever --database names. " +
		"It is restored beside the present database and compared, and then takes its place; the previous database is kept."
}

func (c *restoreCmd) Run(ctx context.Context) error {
	config := app.Config{Version: version, Data: c.Data, Database: c.Database, Media: c.Media, Storage: c.Storage, Backups: c.Backups, BackupKey: c.BackupKey}
	r, unread, err := app.Restore(ctx, config, c.From, c.Key, percent("restore"))
	if r != nil {
		printRestored(os.Stdout, r)
		printUnread(os.Stdout, unread)
	}
	return err
}

func printRestored(w io.Writer, r *backup.Result) {
	fmt.Fprintf(w, "Restored %s of %s: %d rows, compared.\n", r.Name, r.CreatedAt.Format("2006-01-02 15:04:05 MST"), r.Rows)
	if r.KeptDatabase != "" {
		fmt.Fprintf(w, "The previous database is kept as %s.\n", r.KeptDatabase)
	}
	if r.KeptKey != "" {
		fmt.Fprintf(w, "The previous secret.key is kept as %s.\n", r.KeptKey)
	}
	if r.LacksKey {
		fmt.Fprintln(w, "There is no secret.key: restore it from elsewhere before you start the server.")
	}
	if r.Missing+r.Changed > 0 {
		fmt.Fprintf(w, "Of %d uploaded files, %d are missing and %d have another size: copy them back.\n", r.Listed, r.Missing, r.Changed)
	}
}

// printUnread says what people have to enter again without the right secret.key.
func printUnread(w io.Writer, u app.Unread) {
	if len(u.Settings)+u.Apps == 0 {
		return
	}
	fmt.Fprintln(w, "The secrets in this backup were encrypted with another secret.key. Put that file into the data folder, or:")
	if len(u.Settings) > 0 {
		fmt.Fprintf(w, "- Enter these settings again, which count as not set: %s.\n", strings.Join(u.Settings, ", "))
	}
	if u.Apps > 0 {
		fmt.Fprintf(w, "- Authenticator apps that no longer work: %d. These people sign in with a recovery code, or you run sonora user reset-factors for them.\n", u.Apps)
	}
}

// percent shows progress on a terminal.
func percent(what string) backup.Progress {
	if !isTerminal(os.Stderr) {
		return nil
	}
	last := -1
	return func(done float64) {
		now := int(done * 100)
		if now == last {
			return
		}
		last = now
		end := ""
		if now == 100 {
			end = "\n"
		}
		fmt.Fprintf(os.Stderr, "\r\033[K%s: %d %%%s", what, now, end)
	}
}
