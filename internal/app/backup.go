package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sonora/internal/backup"
	"sonora/internal/backup/archive"
	"sonora/internal/blob"
	"sonora/internal/bus"
	"sonora/internal/job"
	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store"
)

// backups is the folder for backups in the data folder, unless the configuration
// names another place.
const backups = "backups"

// backupSource describes the server to package backup.
func (c Config) backupSource(uploads blob.Store) backup.Source {
	return backup.Source{Database: c.Database, Data: c.Data, Media: c.Media, Uploads: uploads, Program: c.Version}
}

// openMaker opens what makes backups. The caller closes its Target.
func (c Config) openMaker(uploads blob.Store) (*backup.Maker, error) {
	lock, err := archive.ParseLock(c.BackupKey)
	if err != nil {
		return nil, fmt.Errorf("--backup-key: %w", err)
	}
	m := &backup.Maker{Source: c.backupSource(uploads), Lock: lock, Now: time.Now}
	if lock != nil && !lock.IsPublic() {
		if m.Opens, err = archive.ParseKey(c.BackupKey); err != nil {
			return nil, fmt.Errorf("--backup-key: %w", err)
		}
	}
	if m.Target, err = backup.OpenTarget(c.Backups); err != nil {
		return nil, fmt.Errorf("--backups: %w", err)
	}
	return m, nil
}

// openBackups builds what makes backups on schedule.
func (a *App) openBackups(c Config, db *store.Store) error {
	m, err := c.openMaker(a.places.Uploads())
	if err != nil {
		return err
	}
	a.onClose(m.Target.Close)
	restart := a.restart
	if c.Bus != bus.InProcess {
		restart = nil // the other servers would go on with what they remember
	}
	a.upkeep = job.NewLane(db, a.log, 1)
	a.backups = backup.New(backup.Config{
		Maker: m, Make: c.makeBackups(m, a.log), Store: db, Jobs: a.upkeep, Settings: a.settings.Get, Audit: a.accounts, Log: a.log, Restart: restart,
	})
	return nil
}

// backupOrder names a server to the process that makes its backups.
type backupOrder struct {
	Version, Data, Database, Media, Storage, Backups, BackupKey string
}

// makeBackups returns what makes backups: a process of its own, or this one if there is
// no program for it.
func (c Config) makeBackups(m *backup.Maker, log *slog.Logger) func(context.Context, backup.Kind, backup.Progress) (*backup.Backup, error) {
	if len(c.BackupCommand) == 0 {
		return m.Make
	}
	o := backupOrder{c.Version, c.Data, c.Database, c.Media, c.Storage, c.Backups, c.BackupKey}
	if c.ownStorage {
		o.Storage = ""
	}
	return (&backup.Process{Command: c.BackupCommand, Server: o, Log: log}).Make
}

// ObeyBackups makes the backup that a server orders through input, as its BackupCommand.
func ObeyBackups(ctx context.Context, input io.Reader, output io.Writer) error {
	return backup.Obey(ctx, input, output, func(ctx context.Context, server json.RawMessage, kind backup.Kind, progress backup.Progress) (*backup.Backup, error) {
		var o backupOrder
		if err := json.Unmarshal(server, &o); err != nil {
			return nil, err
		}
		c := Config{Version: o.Version, Data: o.Data, Database: o.Database, Media: o.Media, Storage: o.Storage, Backups: o.Backups, BackupKey: o.BackupKey}
		b, _, err := makeBackup(ctx, c, kind, progress)
		return b, err
	})
}

// ErrRestart is returned by Run when the server is to be started again, because it
// has prepared a restore.
var ErrRestart = errors.New("the server starts again")

// restart makes Run end with ErrRestart.
func (a *App) restart() {
	select {
	case a.restarting <- struct{}{}:
	default: // it is ending
	}
}

// awaitRestart returns ErrRestart once somebody wants to restart.
func (a *App) awaitRestart(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-a.restarting:
		return ErrRestart
	}
}

// withDatabase adds the settings that describe the database, which the
// configuration names, and nothing else.
func (c Config) withDatabase() Config {
	host, port, name := "", 0, strings.TrimPrefix(c.Database, "sqlite:")
	if name == c.Database {
		host, port, name = store.Address(c.Database)
	}
	settings := map[string]json.RawMessage{}
	maps.Copy(settings, c.Settings)
	for key, value := range map[string]any{"databaseHost": host, "databasePort": port, "databaseName": name} {
		text, err := json.Marshal(value)
		if err != nil {
			panic(err) // texts and numbers always encode
		}
		settings[key] = text
	}
	c.Settings = settings
	return c
}

// Backup makes one backup. A server may be using the database meanwhile.
func Backup(ctx context.Context, c Config, progress backup.Progress) (_ *backup.Backup, place string, err error) {
	return makeBackup(ctx, c, backup.Manual, progress)
}

func makeBackup(ctx context.Context, c Config, kind backup.Kind, progress backup.Progress) (_ *backup.Backup, place string, err error) {
	if c, err = c.withDefaults(); err != nil {
		return nil, "", err
	}
	places, err := c.openPlaces()
	if err != nil {
		return nil, "", err
	}
	defer places.Close()
	m, err := c.openMaker(places.Uploads())
	if err != nil {
		return nil, "", err
	}
	defer m.Target.Close()
	b, err := m.Make(ctx, kind, progress)
	return b, m.Target.String(), err
}

// Restore replaces the database by that of a backup: a file, or the name of one at
// the place of the backups; "" for the newest there. key opens encrypted ones; ""
// for the configured key. While a server uses the data folder, the error is an
// *InUseError. Unread tells which secrets of the restored database are lost.
func Restore(ctx context.Context, c Config, from, key string, progress backup.Progress) (*backup.Result, Unread, error) {
	c, err := c.withDefaults()
	if err != nil {
		return nil, Unread{}, err
	}
	r, err := restore(ctx, c, from, key, progress)
	if err != nil {
		return nil, Unread{}, err
	}
	u, err := findUnread(ctx, c)
	if err != nil {
		err = fmt.Errorf("the backup is restored, but its secrets could not be checked: %w", err)
	}
	return r, u, err
}

func restore(ctx context.Context, c Config, from, key string, progress backup.Progress) (*backup.Result, error) {
	if err := c.makeFolders(); err != nil {
		return nil, err
	}
	lock, err := LockFolder(c.Data, "a restore")
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	places, err := c.openPlaces()
	if err != nil {
		return nil, err
	}
	defer places.Close()
	m, err := c.openMaker(places.Uploads())
	if err != nil {
		return nil, err
	}
	defer m.Target.Close()
	opens := m.Opens
	if key != "" {
		if opens, err = archive.ParseKey(key); err != nil {
			return nil, fmt.Errorf("--key: %w", err)
		}
	}
	name, file, err := openBackup(ctx, m.Target, from)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return backup.Restore(ctx, m.Source, m.Counted(file, progress), opens, people.AuditEntry{At: time.Now(), Actor: people.ActorOperator, Kind: people.BackupRestored, Detail: name})
}

var errNoBackup = errors.New("there is no backup")

// openBackup opens a file, or a backup at a target.
func openBackup(ctx context.Context, t *backup.Target, from string) (name string, _ *blob.Object, err error) {
	if from != "" {
		o, err := openFile(from)
		if !errors.Is(err, fs.ErrNotExist) {
			return filepath.Base(from), o, err
		}
	} else {
		list, err := t.List(ctx)
		if err != nil {
			return "", nil, err
		}
		if len(list) == 0 {
			return "", nil, fmt.Errorf("%w at %s", errNoBackup, t)
		}
		from = list[0].Name
	}
	o, err := t.Open(ctx, filepath.Base(from))
	if music.CodeOf(err) == music.NotFound {
		err = fmt.Errorf("%w %s, neither as a file nor at %s", errNoBackup, from, t)
	}
	return from, o, err
}

func openFile(name string) (*blob.Object, error) {
	file, err := os.Open(name) //nolint:gosec // the operator names it
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &blob.Object{Info: blob.Info{Size: info.Size()}, ReadSeekCloser: file, ReaderAt: file}, nil
}

// finishRestore puts a restore into place that the app has prepared.
func (c Config) finishRestore(ctx context.Context, log *slog.Logger) error {
	if err := backup.Sweep(c.Data); err != nil {
		log.Warn("remove unfinished backups failed", "error", err)
	}
	r, err := backup.Finish(ctx, c.backupSource(nil))
	if err != nil {
		return fmt.Errorf("finish the restore that was prepared: %w", err)
	}
	if r != nil {
		log.Warn("restored a backup", "backup", r.Name, "of", r.CreatedAt, "previous", r.KeptDatabase)
		warnUnread(ctx, c, log)
	}
	return nil
}
