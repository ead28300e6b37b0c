// Command sonora is the Sonora server and its command-line tools.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"sonora/internal/diagnostics"
	"sonora/internal/music"
)

// version is set by the linker.
var version = "development"

const description = `Sonora streams your music: library, playlists, radio and more, from one program.

Every option is also an environment variable (SONORA_…, named in brackets) and a
key of the configuration file. Flags win over the environment, which wins over the file.`

type cli struct {
	Config   kong.ConfigFlag `help:"Configuration file: a JSON object whose keys are option names." placeholder:"FILE"`
	LogLevel slog.Level      `help:"Lowest level to log: debug, info, warn or error." default:"info"`

	Serve      serveCmd      `cmd:"" help:"Run the server."`
	Scan       scanCmd       `cmd:"" help:"Scan the music folders once, with a progress bar."`
	Move       moveCmd       `cmd:"" help:"Move music or uploads to another folder or into a bucket."`
	Backup     backupCmd     `cmd:"" help:"Make a backup of the database and what belongs to it."`
	MakeBackup makeBackupCmd `cmd:"" hidden:"" help:"Make the backup that a server orders through standard input."`
	Restore    restoreCmd    `cmd:"" help:"Replace the database by that of a backup, on either engine."`
	User       userCmd       `cmd:"" help:"Create, list and change accounts."`
	Import     importCmd     `cmd:"" help:"Take over what people have at a server with Navidrome or gonic."`
	Key        keyCmd        `cmd:"" help:"List and rotate the keys that sign sessions."`
	Mail       mailCmd       `cmd:"" help:"Inspect the outbox and test the mail server."`
	Migrate    migrateCmd    `cmd:"" help:"Upgrade the database to this version, or show its version."`
	Doctor     doctorCmd     `cmd:"" help:"Check the installation: what works, what is off and how to turn it on."`
	OpenAPI    openapiCmd    `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Analyze    analyzeCmd    `cmd:"" help:"Analyse audio files: print tempo, key, loudness and more as one line of JSON per file."`
	Mix        mixCmd        `cmd:"" help:"Mix audio files on the beat, and measure mixes."`
	Compose    composeCmd    `cmd:"" help:"Compose music from a description, and print its plan as JSON."`
	Demo       demoCmd       `cmd:"" help:"Fill an empty server with music that it composes."`
	Version    versionCmd    `cmd:"" help:"Print the version."`
}

func main() {
	os.Exit(run(os.Args[1:]))
}

// run returns the exit code: 0 for success, 1 for failure, 80 for wrong usage
// (kong's code).
func run(args []string) int {
	syscall.Umask(0o077) // only this user may read the database and its keys
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	var c cli
	parser, err := kong.New(&c, kong.Name("sonora"), kong.Description(description), kong.ShortUsageOnError(), kong.DefaultEnvars("SONORA"),
		kong.Configuration(configFile, "/etc/sonora/sonora.json"), kong.BindTo(ctx, (*context.Context)(nil)),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, NoExpandSubcommands: true}))
	if err != nil {
		fmt.Fprintln(os.Stderr, "sonora:", err)
		return 1
	}
	command, err := parser.Parse(args)
	parser.FatalIfErrorf(err)
	log := diagnostics.NewLog(os.Stderr, c.LogLevel)
	if err := command.Run(log, log.Logger()); err != nil {
		fmt.Fprintln(os.Stderr, "sonora:", inLines(err))
		return 1
	}
	return 0
}

// inLines puts each sentence of a validation error on its own line.
func inLines(err error) error {
	invalid, ok := errors.AsType[*music.Error](err)
	if !ok || len(invalid.Fields) == 0 {
		return err
	}
	var lines []string
	for field, messages := range invalid.Fields {
		for _, m := range messages {
			lines = append(lines, field+": "+m.String())
		}
	}
	slices.Sort(lines)
	return errors.New(strings.Join(lines, "\n"))
}

type versionCmd struct{}

func (versionCmd) Run() error {
	_, err := fmt.Fprintln(os.Stdout, "sonora", version)
	return err
}
