package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"time"

	"sonora/internal/app"
)

// storageFlags say where Sonora keeps what it knows.
type storageFlags struct {
	Data     string `help:"Folder for everything Sonora keeps." default:"./data" placeholder:"FOLDER"`
	Database string `help:"sqlite:PATH or postgres://…; sonora.db in the data folder when left out." placeholder:"URL"`
}

// libraryFlags say where the music is.
type libraryFlags struct {
	Music placesFlag `help:"Music folder, or bucket as s3://KEY:SECRET@HOST/BUCKET/PREFIX; may be given several times." placeholder:"PLACE"`
	Media string     `help:"Folder for pictures and other bytes Sonora makes; media in the data folder when left out." placeholder:"FOLDER"`
}

// mediaFlags say where uploads are, and what is kept ready for listeners.
type mediaFlags struct {
	Storage        string        `help:"Where uploads are kept: a folder, or s3://KEY:SECRET@HOST/BUCKET/PREFIX; uploads in the media folder when left out." placeholder:"URL"`
	StorageProxy   bool          `help:"Send the bytes of buckets through this server instead of straight to listeners."`
	TranscodeCache int64         `help:"MB kept of music that was converted for listeners." default:"10240" placeholder:"MB"`
	TranscodeAge   time.Duration `help:"Converted music nobody listened to for so long is removed." default:"720h" placeholder:"DURATION"`
}

// othersFlags say where those are who know about music. They are asked only
// when a setting of their own lets them be.
type othersFlags struct {
	MusicBrainzURL     string `name:"musicbrainz-url" help:"Address of a mirror of MusicBrainz; musicbrainz.org when left out." placeholder:"URL"`
	CoverArtArchiveURL string `name:"cover-art-archive-url" help:"Address of a mirror of the Cover Art Archive; coverartarchive.org when left out." placeholder:"URL"`
	LRCLIBURL          string `name:"lrclib-url" help:"Address of a mirror of LRCLIB; lrclib.net when left out." placeholder:"URL"`
	RadioDirectoryURL  string `name:"radio-directory-url" help:"Address of a directory of radio stations that speaks as radio-browser.info does, which is asked when left out." placeholder:"URL"`
}

// mailFlags say how people are written to.
type mailFlags struct {
	PublicURL string `name:"public-url" help:"Address people reach this Sonora at, such as https://music.example; links in mails begin with it." placeholder:"URL"`
	Mail      string `help:"Mail server: smtp://user:password@host:587?from=ADDRESS, or smtps://…; messages stay in the outbox when left out." placeholder:"URL"`
}

// accountFlags are of commands that write to people.
type accountFlags struct {
	storageFlags
	mailFlags
}

type serveCmd struct {
	storageFlags
	libraryFlags
	mediaFlags
	othersFlags
	mailFlags
	providerFlags
	Listen         string        `help:"Address to serve on." default:"127.0.0.1:4700" placeholder:"HOST:PORT"`
	RadioListen    string        `help:"Address for radio programs that go on air and for players, and the port behind it for SHOUTcast v1; port 8000 beside --listen when left out, off for none." placeholder:"HOST:PORT"`
	Bus            string        `help:"nats://… of a NATS cluster; one inside the process when left out." placeholder:"URL"`
	Watch          bool          `help:"Pick up changes in the music folders at once." default:"true" negatable:""`
	RescanInterval time.Duration `help:"Look through all music folders this often, for network disks; 0 is never." default:"1h" placeholder:"DURATION"`
	TrustedProxies []string      `help:"Addresses or networks of reverse proxies whose X-Forwarded-For and -Proto count." placeholder:"CIDR"`

	settingFlags
}

// Validate is called by kong.
func (c *serveCmd) Validate() error {
	if c.RadioListen != "" && c.RadioListen != app.NoRadioPort {
		if _, _, err := net.SplitHostPort(c.RadioListen); err != nil {
			return errors.New("--radio-listen: give an address such as 0.0.0.0:8000, or off")
		}
	}
	if c.RescanInterval < 0 {
		return errors.New("--rescan-interval: give a time such as 1h, or 0 for never")
	}
	return nil
}

func (c *serveCmd) Run(ctx context.Context, log *slog.Logger) error {
	locked, err := c.locked()
	if err != nil {
		return err
	}
	providers, err := c.providers()
	if err != nil {
		return err
	}
	server, err := app.New(ctx, app.Config{
		Version: version, Listen: c.Listen, RadioListen: radioListen(c.RadioListen, c.Listen), PublicURL: c.PublicURL, Mail: c.Mail, Data: c.Data, Music: c.Music, Database: c.Database, Media: c.Media, Bus: c.Bus,
		Watch: c.Watch, RescanInterval: c.RescanInterval, TrustedProxies: c.TrustedProxies, Settings: locked, Providers: providers,
		Storage: c.Storage, StorageProxy: c.StorageProxy, TranscodeCache: c.TranscodeCache << 20, TranscodeAge: c.TranscodeAge,
		MusicBrainz: c.MusicBrainzURL, CoverArtArchive: c.CoverArtArchiveURL, LRCLIB: c.LRCLIBURL, RadioDirectory: c.RadioDirectoryURL,
	}, log)
	if err != nil {
		return err
	}
	return server.Run(ctx)
}

// radioListen is where radio programs come to, beside an address to serve on.
func radioListen(given, listen string) string {
	if given != "" {
		return given
	}
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return app.NoRadioPort // the address to serve on is wrong, which is said elsewhere
	}
	return net.JoinHostPort(host, "8000")
}
