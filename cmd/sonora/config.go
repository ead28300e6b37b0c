package main

import (
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// configFile reads options from a JSON file. Unlike kong's own loader it
// gives way to the environment.
func configFile(r io.Reader) (kong.Resolver, error) {
	file, err := kong.JSON(r)
	if err != nil {
		return nil, err
	}
	return kong.ResolverFunc(func(ctx *kong.Context, parent *kong.Path, flag *kong.Flag) (any, error) {
		for _, name := range flag.Envs {
			if _, set := os.LookupEnv(name); set {
				return nil, nil
			}
		}
		return file.Resolve(ctx, parent, flag)
	}), nil
}
