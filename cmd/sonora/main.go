// Command sonora is the whole of Sonora: the server and the operator's tools.
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

	"sonora/internal/music"
)

// version is set by the linker.
var version = "development"

const description = `Sonora streams your music: library, playlists, radio and more, from one program.

Every option is also an environment variable (SONORA_…, named in brackets) and a
key of the configuration file. Flags win over the environment, which wins over the file.`

type cli struct {
	Config   kong.ConfigFlag `help:"Configuration file (JSON; keys are the options' names)." placeholder:"FILE"`
	LogLevel slog.Level      `help:"Least level to log: debug, info, warn or error." default:"info"`

	Serve   serveCmd   `cmd:"" help:"Run the server."`
	Scan    scanCmd    `cmd:"" help:"Look through the music folders once, with a progress bar."`
	Move    moveCmd    `cmd:"" help:"Move music or uploads to another folder or into a bucket."`
	User    userCmd    `cmd:"" help:"Create, list and change accounts."`
	Key     keyCmd     `cmd:"" help:"List and rotate the keys sessions are signed with."`
	Mail    mailCmd    `cmd:"" help:"Read the messages Sonora wrote to people."`
	Migrate migrateCmd `cmd:"" help:"Bring the database to this version's form, or tell its version."`
	Doctor  doctorCmd  `cmd:"" help:"Say what works, what is off and how to switch it on."`
	OpenAPI openapiCmd `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Analyze analyzeCmd `cmd:"" help:"Print what audio files sound like: tempo, key, loudness and more, a line of JSON each."`
	Version versionCmd `cmd:"" help:"Print the version."`
}

func main() {
	os.Exit(run(os.Args[1:]))
}

// run returns the exit code: 0 done, 1 failed, 80 wrong usage (kong's).
func run(args []string) int {
	syscall.Umask(0o077) // the database and its keys are this account's alone
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
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: c.LogLevel}))
	if err := command.Run(log); err != nil {
		fmt.Fprintln(os.Stderr, "sonora:", inWords(err))
		return 1
	}
	return 0
}

// inWords puts every sentence of an invalid input on a line.
func inWords(err error) error {
	invalid, ok := errors.AsType[*music.Error](err)
	if !ok || len(invalid.Fields) == 0 {
		return err
	}
	var lines []string
	for field, sentences := range invalid.Fields {
		for _, sentence := range sentences {
			lines = append(lines, field+": "+sentence)
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
