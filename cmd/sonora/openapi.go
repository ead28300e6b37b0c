package main

import (
	"os"

	"sonora/internal/api"
)

type openapiCmd struct{}

func (openapiCmd) Run() error { return api.WriteOpenAPI(os.Stdout) }
