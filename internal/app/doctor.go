package app

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"sonora/internal/diagnostics"
	"sonora/internal/mail"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/stream"
)

func works(name string, says music.Message) diagnostics.Check {
	return diagnostics.Check{Name: name, State: diagnostics.OK, Says: says}
}

func isOff(name string, says, remedy music.Message) diagnostics.Check {
	return diagnostics.Check{Name: name, State: diagnostics.Off, Says: says, Remedy: remedy}
}

func isBroken(name string, says, remedy music.Message) diagnostics.Check {
	return diagnostics.Check{Name: name, State: diagnostics.Broken, Says: says, Remedy: remedy}
}

const lowDiskBytes = 1 << 30

// Doctor checks everything that a server with this configuration needs, and
// changes nothing.
func Doctor(ctx context.Context, c Config) ([]diagnostics.Check, error) {
	providers := c.Providers
	c.Providers = nil // a check reports what is wrong with them
	c, err := c.withDefaults()
	if err != nil {
		return nil, err
	}
	database := checkDatabase(ctx, c.Database)
	checks := []diagnostics.Check{checkData(c.Data), checkDisk(c.Data), database, checkPort(ctx, c.Listen)}
	if database.State == diagnostics.OK {
		checks = append(checks, checkSecrets(ctx, c)...)
	}
	checks = append(checks, checkCapacity(ownCapacity()))
	checks = append(checks, checkRadioPort(ctx, c.RadioListen, c.Listen)...)
	if len(c.Music) == 0 {
		checks = append(checks, isOff("music", music.Say("No music folder is named."), music.Say("Give one with --music FOLDER or SONORA_MUSIC.")))
	}
	for _, place := range c.Music {
		checks = append(checks, checkPlace(ctx, place))
	}
	checks = append(checks, checkStorage(ctx, c))
	checks = append(checks, checkRecordings(filepath.Join(c.Media, recordings))...)
	checks = append(checks, checkProviders(ctx, providers)...)
	return append(checks, checkMail(ctx, c.Mail), checkFFmpeg(ctx), checkClock()), nil
}

// checkMail signs in to the mail server without sending anything.
func checkMail(ctx context.Context, address string) diagnostics.Check {
	server, err := mail.ParseServer(address)
	switch {
	case err != nil:
		return isBroken("mail", music.Verbatim(strings.TrimPrefix(err.Error(), "mail server: ")+"."), music.Say("Correct --mail or SONORA_MAIL."))
	case server == nil:
		return isOff("mail", music.Say("No mail server. Messages to people stay in the outbox."), music.Say("Give one with --mail or SONORA_MAIL; read the outbox with: sonora mail list"))
	}
	if err := server.Check(ctx); err != nil {
		return isBroken("mail", music.Verbatim(sentence(err)), music.Say("Look at the address, the user and the password in --mail or SONORA_MAIL, and whether the server runs."))
	}
	return works("mail", music.Say("%s takes messages.", server.Address()))
}

func checkData(folder string) diagnostics.Check {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return checkParent(folder)
	}
	probe, err := os.CreateTemp(folder, ".doctor-")
	if err != nil {
		return isBroken("data", music.Say("Cannot write to %s: %s.", folder, cause(err)), music.Say("Let the account that runs Sonora write there, or choose another folder with --data."))
	}
	probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return isBroken("data", music.Say("Cannot delete from %s: %s.", folder, cause(err)), music.Say("Let the account that runs Sonora delete there."))
	}
	return works("data", music.Say("%s is writable.", folder))
}

// checkParent checks the parent of a folder that will be created.
func checkParent(folder string) diagnostics.Check {
	parent := existing(folder)
	if err := syscall.Access(parent, 2 /* W_OK */); err != nil {
		return isBroken("data", music.Say("There is no %s, and %s is not writable.", folder, parent), music.Say("Create it for the account that runs Sonora, or choose another folder with --data."))
	}
	return works("data", music.Say("%s is not there yet; the first start creates it.", folder))
}

// existing returns the nearest parent folder that exists.
func existing(folder string) string {
	for parent := folder; ; parent = filepath.Dir(parent) {
		if _, err := os.Stat(parent); err == nil || parent == filepath.Dir(parent) {
			return parent
		}
	}
}

func checkDisk(folder string) diagnostics.Check {
	free, err := freeBytes(existing(folder))
	if err != nil {
		return isBroken("disk", music.Say("Cannot tell the free space: %s.", cause(err)), music.Say("Look at the disk that holds %s.", folder))
	}
	says := music.Say("%v GB free for the data folder.", math.Round(float64(free)/1e8)/10)
	if free < lowDiskBytes {
		return isBroken("disk", says, music.Say("Free at least 1 GB."))
	}
	return works("disk", says)
}

func checkDatabase(ctx context.Context, url string) diagnostics.Check {
	have, err := store.Inspect(ctx, url)
	latest := store.LatestVersion()
	switch {
	case errors.Is(err, store.ErrNewer):
		return isBroken("database", music.Verbatim(sentence(err)), music.Say("Run the newer Sonora, or restore a backup from before the upgrade."))
	case err != nil:
		return isBroken("database", music.Verbatim(sentence(err)), music.Say("Look at the address given with --database, and whether its server runs."))
	case have == 0 && !writable(url):
		return isBroken("database", music.Say("Cannot create %s: its folder is not there or not writable.", strings.TrimPrefix(url, "sqlite:")), music.Say("Create the folder for the account that runs Sonora, or choose another place with --database."))
	case have == 0:
		return works("database", music.Say("None yet; the first start creates it."))
	case have < latest:
		return works("database", music.Say("Version %s; the next start brings it to %s.", strconv.FormatInt(have, 10), strconv.FormatInt(latest, 10)))
	}
	return works("database", music.Say("Version %s, as this program needs.", strconv.FormatInt(have, 10)))
}

// writable reports whether a missing database can be created. The first start
// creates the data folder, but no others.
func writable(url string) bool {
	path, isFile := strings.CutPrefix(url, "sqlite:")
	if !isFile {
		return true
	}
	return syscall.Access(existing(filepath.Dir(path)), 2 /* W_OK */) == nil
}

func checkMusic(folder string) diagnostics.Check {
	entries, err := os.ReadDir(folder)
	switch {
	case err != nil:
		return isBroken("music", music.Say("Cannot read %s: %s.", folder, cause(err)), music.Say("Create it, mount it, or let the account that runs Sonora read it."))
	case len(entries) == 0:
		return isOff("music", music.Say("%s is empty.", folder), music.Say("Put music into it, or name another folder with --music."))
	}
	return works("music", music.Say("%s is readable.", folder))
}

// checkPort accepts an address that is free or already served by Sonora.
func checkPort(ctx context.Context, address string) diagnostics.Check {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err == nil {
		listener.Close()
		return works("port", music.Say("%s is free.", address))
	}
	if version := sonoraAt(ctx, address); version != "" {
		return works("port", music.Say("Sonora %s is running on %s.", version, address))
	}
	return isBroken("port", music.Say("Cannot listen on %s: %s.", address, cause(err)), music.Say("Stop what uses it, or choose another with --listen."))
}

func sonoraAt(ctx context.Context, address string) (version string) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/health", nil)
	if err != nil {
		return ""
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return ""
	}
	defer res.Body.Close()
	var health struct{ Version string }
	if err := json.NewDecoder(res.Body).Decode(&health); err != nil {
		return ""
	}
	return health.Version
}

func checkFFmpeg(ctx context.Context) diagnostics.Check {
	without := music.Say("Sonora scans and plays originals without it; converting music and WebP pictures are off.")
	runner, err := ffmpeg.Find(ctx)
	switch {
	case errors.Is(err, ffmpeg.ErrSilent):
		return isBroken("ffmpeg", music.Say("It is installed but does not answer. %s", without), music.Say("Look why: ffmpeg -version"))
	case err != nil:
		return isOff("ffmpeg", music.Say("Not found. %s", without), music.Say("Install it, on Debian with: apt-get install ffmpeg"))
	case !runner.HasWebP():
		return isOff("ffmpeg", music.Say("ffmpeg %s cannot write WebP. Pictures stay JPEG.", runner.Version()), music.Say("Install an ffmpeg with libwebp."))
	}
	if missing := missingEncoders(runner); len(missing) > 0 {
		return isOff("ffmpeg", music.Say("ffmpeg %s cannot write %s. Music is not converted to that.", runner.Version(), strings.Join(missing, ", ")), music.Say("Install an ffmpeg with them."))
	}
	if runner.Isolation() == ffmpeg.NoIsolation {
		return isOff("ffmpeg", music.Say("ffmpeg %s runs with limits but is not cut off from the network.", runner.Version()), music.Say("Let the account that runs Sonora use user namespaces, if the kernel has them."))
	}
	return works("ffmpeg", music.Say("ffmpeg %s, with WebP and all encoders; it runs with limits and without network.", runner.Version()))
}

// missingEncoders lists the formats that tracks cannot be converted to because
// an encoder is missing.
func missingEncoders(runner *ffmpeg.Runner) []string {
	return slices.DeleteFunc(stream.Encoders(), runner.Encodes)
}

// checkClock asks the kernel whether the clock is synchronized. Tokens,
// schedules and histories depend on it.
func checkClock() diagnostics.Check {
	now := time.Now().UTC().Format("2006-01-02 15:04:05 UTC")
	var state syscall.Timex
	const timeError = 5 // TIME_ERROR of adjtimex(2): not synchronised
	code, err := syscall.Adjtimex(&state)
	if err != nil || code == timeError {
		return isOff("clock", music.Say("It is %s here; nothing tells that the clock is synchronised.", now), music.Say("If that time is wrong, switch on a time service such as systemd-timesyncd."))
	}
	return works("clock", music.Say("It is %s, synchronised.", now))
}

// cause returns the reason of a file or network error without the name of the
// call.
func cause(err error) string {
	if errno, ok := errors.AsType[syscall.Errno](err); ok {
		return errno.Error()
	}
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return filepath.Base(path.Path) + ": " + path.Err.Error()
	}
	return err.Error()
}
