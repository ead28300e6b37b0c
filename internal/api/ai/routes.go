package ai

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Post(e, "/api/ai/generations", "orderGeneration", "Let the server make music", edge.Member, a.order, edge.Accepted, edge.Refuses(404, 409))
	edge.Get(e, "/api/ai/generations", "generations", "List what you asked for, newest first", edge.Member, a.generations)
	edge.Post(e, "/api/ai/imports", "importGeneration", "Add music that a service made for you elsewhere", edge.Creator, a.importGeneration, edge.Accepted, edge.Refuses(409))
	edge.Get(e, "/api/ai/choices", "aiPlanChoices", "List what a plan can have", edge.Member, a.choices)
	edge.Get(e, "/api/ai/generations/{id}", "generation", "Get one of your generations", edge.Member, a.generation)
	edge.Remove(e, "/api/ai/generations/{id}", "removeGeneration", "Delete one of your generations with its track", edge.Member, a.removeGeneration)
	edge.Post(e, "/api/ai/generations/{id}/cancel", "cancelGeneration", "Cancel one of your generations", edge.Member, a.cancelGeneration, edge.Refuses(409))
	edge.Raw(e, "/api/ai/generations/{id}/audio", "generationAudio", "Stream one of your generations while it is composed", edge.Member, a.audio, "audio/wav", edge.Refuses(416), edge.Revalidates, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/ai/generations/{id}/files/{kind}", "generationFile", "Download the notes or the parts of a piece", edge.Member, a.file, "application/octet-stream", edge.Refuses(409))
	edge.Get(e, "/api/ai/messages", "aiMessages", "List your conversation, newest first", edge.Member, a.messages)
	edge.Post(e, "/api/ai/messages", "sendAIMessage", "Write to the composer", edge.Member, a.sendMessage, edge.Created, edge.Refuses(404))
	edge.Remove(e, "/api/ai/messages", "clearAIMessages", "Clear your conversation", edge.Member, a.clearMessages)
	edge.Post(e, "/api/ai/callbacks/{id}/{secret}", "aiCallback", "Say that an order of music has changed", edge.Anyone, a.callback, edge.AnyQuery, edge.Takes(edge.AnyBody, nil))
	edge.Get(e, "/api/ai/providers", "aiMusicProviders", "Get who can make music", edge.Member, a.providers)
}
