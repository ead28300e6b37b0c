package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"sonora/internal/diagnostics"
	"sonora/internal/mail"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/store"
	"sonora/internal/stream"
)

func works(name, says string) diagnostics.Check {
	return diagnostics.Check{Name: name, State: diagnostics.OK, Says: says}
}

func isOff(name, says, remedy string) diagnostics.Check {
	return diagnostics.Check{Name: name, State: diagnostics.Off, Says: says, Remedy: remedy}
}

func isBroken(name, says, remedy string) diagnostics.Check {
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
	checks := []diagnostics.Check{checkData(c.Data), checkDisk(c.Data), checkDatabase(ctx, c.Database), checkPort(ctx, c.Listen)}
	checks = append(checks, checkCapacity(ownCapacity()))
	checks = append(checks, checkRadioPort(ctx, c.RadioListen, c.Listen)...)
	if len(c.Music) == 0 {
		checks = append(checks, isOff("music", "No music folder is named.", "Give one with --music FOLDER or SONORA_MUSIC."))
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
		return isBroken("mail", strings.TrimPrefix(err.Error(), "mail server: ")+".", "Correct --mail or SONORA_MAIL.")
	case server == nil:
		return isOff("mail", "No mail server. Messages to people stay in the outbox.", "Give one with --mail or SONORA_MAIL; read the outbox with: sonora mail list")
	}
	if err := server.Check(ctx); err != nil {
		return isBroken("mail", err.Error()+".", "Look at the address, the user and the password in --mail or SONORA_MAIL, and whether the server runs.")
	}
	return works("mail", server.Address()+" takes messages.")
}

func checkData(folder string) diagnostics.Check {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return checkParent(folder)
	}
	probe, err := os.CreateTemp(folder, ".doctor-")
	if err != nil {
		return isBroken("data", "Cannot write to "+folder+": "+cause(err)+".", "Let the account that runs Sonora write there, or choose another folder with --data.")
	}
	probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return isBroken("data", "Cannot delete from "+folder+": "+cause(err)+".", "Let the account that runs Sonora delete there.")
	}
	return works("data", folder+" is writable.")
}

// checkParent checks the parent of a folder that will be created.
func checkParent(folder string) diagnostics.Check {
	parent := existing(folder)
	if err := syscall.Access(parent, 2 /* W_OK */); err != nil {
		return isBroken("data", "There is no "+folder+", and "+parent+" is not writable.", "Create it for the account that runs Sonora, or choose another folder with --data.")
	}
	return works("data", folder+" is not there yet; the first start creates it.")
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
		return isBroken("disk", "Cannot tell the free space: "+cause(err)+".", "Look at the disk that holds "+folder+".")
	}
	says := fmt.Sprintf("%.1f GB free for the data folder.", float64(free)/1e9)
	if free < lowDiskBytes {
		return isBroken("disk", says, "Free at least 1 GB.")
	}
	return works("disk", says)
}

func checkDatabase(ctx context.Context, url string) diagnostics.Check {
	have, err := store.Inspect(ctx, url)
	latest := store.LatestVersion()
	switch {
	case errors.Is(err, store.ErrNewer):
		return isBroken("database", err.Error()+".", "Run the newer Sonora, or restore a backup of before the upgrade.")
	case err != nil:
		return isBroken("database", err.Error()+".", "Look at the address given with --database, and whether its server runs.")
	case have == 0 && !writable(url):
		return isBroken("database", "Cannot create "+strings.TrimPrefix(url, "sqlite:")+": its folder is not there or not writable.", "Create the folder for the account that runs Sonora, or choose another place with --database.")
	case have == 0:
		return works("database", "None yet; the first start creates it.")
	case have < latest:
		return works("database", fmt.Sprintf("Version %d; the next start brings it to %d.", have, latest))
	}
	return works("database", fmt.Sprintf("Version %d, as this program needs.", have))
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
		return isBroken("music", "Cannot read "+folder+": "+cause(err)+".", "Create it, mount it, or let the account that runs Sonora read it.")
	case len(entries) == 0:
		return isOff("music", folder+" is empty.", "Put music into it, or name another folder with --music.")
	}
	return works("music", folder+" is readable.")
}

// checkPort accepts an address that is free or already served by Sonora.
func checkPort(ctx context.Context, address string) diagnostics.Check {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err == nil {
		listener.Close()
		return works("port", address+" is free.")
	}
	if version := sonoraAt(ctx, address); version != "" {
		return works("port", "Sonora "+version+" is running on "+address+".")
	}
	return isBroken("port", "Cannot listen on "+address+": "+cause(err)+".", "Stop what uses it, or choose another with --listen.")
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
	const without = "Sonora scans and plays originals without it; converting music and WebP pictures are off."
	const remedy = "Install it, on Debian with: apt-get install ffmpeg"
	runner, err := ffmpeg.Find(ctx)
	switch {
	case errors.Is(err, ffmpeg.ErrSilent):
		return isBroken("ffmpeg", "It is installed but does not answer. "+without, "Look why: ffmpeg -version")
	case err != nil:
		return isOff("ffmpeg", "Not found. "+without, remedy)
	case !runner.HasWebP():
		return isOff("ffmpeg", "ffmpeg "+runner.Version()+" cannot write WebP. Pictures stay JPEG.", "Install an ffmpeg with libwebp.")
	}
	if missing := missingEncoders(runner); len(missing) > 0 {
		return isOff("ffmpeg", "ffmpeg "+runner.Version()+" cannot write "+strings.Join(missing, ", ")+". Music is not converted to that.", "Install an ffmpeg with them.")
	}
	if runner.Isolation() == ffmpeg.NoIsolation {
		return isOff("ffmpeg", "ffmpeg "+runner.Version()+" runs with limits but is not cut off from the network.", "Let the account that runs Sonora use user namespaces, should the kernel have them.")
	}
	return works("ffmpeg", "ffmpeg "+runner.Version()+", with WebP and all encoders; it runs with limits and "+runner.Isolation().String()+".")
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
		return isOff("clock", "It is "+now+" here; nothing tells that the clock is synchronised.", "If that time is wrong, switch on a time service such as systemd-timesyncd.")
	}
	return works("clock", "It is "+now+", synchronised.")
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
