package main

import (
	"context"
	"errors"
	"net"
	"time"

	"sonora/internal/app"
	"sonora/internal/diagnostics"
)

// storageFlags configure where Sonora stores its data.
type storageFlags struct {
	Data     string `help:"Folder for all of Sonora's data." default:"./data" placeholder:"FOLDER"`
	Database string `help:"Database: sqlite:PATH or postgres://…; defaults to sonora.db in the data folder." placeholder:"URL"`
}

// libraryFlags configure where the music is.
type libraryFlags struct {
	Music placesFlag `help:"Music folder, or bucket as s3://KEY:SECRET@HOST/BUCKET/PREFIX; repeat the option for several." placeholder:"PLACE"`
	Media string     `help:"Folder for pictures and other generated files; defaults to media in the data folder." placeholder:"FOLDER"`
}

// mediaFlags configure where uploads are stored and what is cached for
// listeners.
type mediaFlags struct {
	Storage        string        `help:"Where uploads are stored: a folder, or s3://KEY:SECRET@HOST/BUCKET/PREFIX; defaults to uploads in the media folder." placeholder:"URL"`
	StorageProxy   bool          `help:"Stream from buckets through this server instead of redirecting listeners to the bucket."`
	TranscodeCache int64         `help:"Size of the cache of transcoded music, in MB." default:"10240" placeholder:"MB"`
	TranscodeAge   time.Duration `help:"Remove transcoded music from the cache when nobody has played it for this long." default:"720h" placeholder:"DURATION"`
}

// backupFlags configure where backups are stored.
type backupFlags struct {
	Backups   string `help:"Where backups are stored: a folder, or s3://KEY:SECRET@HOST/BUCKET/PREFIX; defaults to backups in the data folder." placeholder:"PLACE"`
	BackupKey string `help:"Encrypts backups: a public key of age (age1…), or a passphrase. Set it in the environment or the configuration file." placeholder:"KEY"`
}

// othersFlags are the addresses of online music databases. Each is used only if
// its own setting allows it.
type othersFlags struct {
	MusicBrainzURL     string `name:"musicbrainz-url" help:"URL of a MusicBrainz mirror; defaults to musicbrainz.org." placeholder:"URL"`
	CoverArtArchiveURL string `name:"cover-art-archive-url" help:"URL of a Cover Art Archive mirror; defaults to coverartarchive.org." placeholder:"URL"`
	LRCLIBURL          string `name:"lrclib-url" help:"URL of an LRCLIB mirror; defaults to lrclib.net." placeholder:"URL"`
	RadioDirectoryURL  string `name:"radio-directory-url" help:"URL of a radio directory with the API of radio-browser.info, which is the default." placeholder:"URL"`
}

// mailFlags configure how Sonora sends mail.
type mailFlags struct {
	PublicURL string `name:"public-url" help:"Public URL of this server, such as https://music.example; links in mails begin with it." placeholder:"URL"`
	Mail      string `help:"Mail server: smtp://user:password@host:587?from=ADDRESS, or smtps://…; without it, messages stay in the outbox." placeholder:"URL"`
}

// accountFlags are the options of commands that send mail to people.
type accountFlags struct {
	storageFlags
	mailFlags
}

type serveCmd struct {
	storageFlags
	libraryFlags
	mediaFlags
	backupFlags
	othersFlags
	mailFlags
	providerFlags
	Listen         string        `help:"Address to listen on." default:"127.0.0.1:4700" placeholder:"HOST:PORT"`
	RadioListen    string        `help:"Address to listen on for broadcasting software and radio players; the next port accepts SHOUTcast v1. Defaults to port 8000 on the host of --listen; off disables it." placeholder:"HOST:PORT"`
	Bus            string        `help:"URL of a NATS cluster (nats://…); by default, NATS runs inside the process." placeholder:"URL"`
	Watch          bool          `help:"Watch the music folders and pick up changes at once." default:"true" negatable:""`
	RescanInterval time.Duration `help:"Scan all music folders this often, which finds changes on network disks; 0 is never." default:"1h" placeholder:"DURATION"`
	NewDatabase    bool          `help:"Start with an empty database although files of an earlier one are there. Has no effect on a database that is there."`
	InsideWebhook  string        `help:"Webhook in a private network to which alerts may be sent, such as http://chat.lan:8065; webhooks have to be public otherwise." placeholder:"URL"`
	AdminArea      bool          `help:"Offer the admin area and its API; without it, operators use the command line." default:"true" negatable:""`
	Traces         string        `help:"URL of an OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318, to which traces of requests are sent." env:"SONORA_TRACES,OTEL_EXPORTER_OTLP_ENDPOINT" placeholder:"URL"`
	TrustedProxies []string      `help:"Addresses or networks of reverse proxies whose X-Forwarded-For and X-Forwarded-Proto headers are trusted." placeholder:"CIDR"`

	settingFlags
}

// Validate is called by kong.
func (c *serveCmd) Validate() error {
	if c.RadioListen != "" && c.RadioListen != app.NoRadioPort {
		if _, _, err := net.SplitHostPort(c.RadioListen); err != nil {
			return errors.New("--radio-listen: set an address such as 0.0.0.0:8000, or off")
		}
	}
	if c.RescanInterval < 0 {
		return errors.New("--rescan-interval: set a duration such as 1h, or 0 for never")
	}
	return nil
}

func (c *serveCmd) Run(ctx context.Context, log *diagnostics.Log) error {
	locked, err := c.locked()
	if err != nil {
		return err
	}
	providers, err := c.providers()
	if err != nil {
		return err
	}
	backups, err := backupCommand()
	if err != nil {
		return err
	}
	config := app.Config{
		Version: version, Listen: c.Listen, RadioListen: radioListen(c.RadioListen, c.Listen), PublicURL: c.PublicURL, Mail: c.Mail, Data: c.Data, Music: c.Music, Database: c.Database, Media: c.Media, Bus: c.Bus,
		Watch: c.Watch, RescanInterval: c.RescanInterval, TrustedProxies: c.TrustedProxies, Traces: c.Traces, Settings: locked, Providers: providers, NewDatabase: c.NewDatabase, NoAdmin: !c.AdminArea, InsideWebhook: c.InsideWebhook,
		Storage: c.Storage, StorageProxy: c.StorageProxy, TranscodeCache: c.TranscodeCache << 20, TranscodeAge: c.TranscodeAge,
		Backups: c.Backups, BackupKey: c.BackupKey, BackupCommand: backups,
		MusicBrainz: c.MusicBrainzURL, CoverArtArchive: c.CoverArtArchiveURL, LRCLIB: c.LRCLIBURL, RadioDirectory: c.RadioDirectoryURL,
	}
	for {
		server, err := app.New(ctx, config, log)
		if err != nil {
			return err
		}
		if err := server.Run(ctx); !errors.Is(err, app.ErrRestart) {
			return err
		}
	}
}

// radioListen returns the address for radio, derived from --listen if
// --radio-listen is not given.
func radioListen(given, listen string) string {
	if given != "" {
		return given
	}
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return app.NoRadioPort // the --listen address is not valid, which is reported elsewhere
	}
	return net.JoinHostPort(host, "8000")
}
