// Command egress-worker stands in for a LiveKit Egress worker in the tests. It speaks with LiveKit as the real one does,
// by psrpc over Redis, but records nothing: what it answers and reports is decided by the test, in lines of JSON.
//
// It prints, one object a line:
//
//	{"ask":"start","id":1,"egress_id":"EG_…","request":{…},"token":"…"}  LiveKit asks for a recording; the test answers by id
//	{"ask":"stop","egress_id":"EG_…"}                                    LiveKit asked to stop one, and was answered
//	{"done":7} or {"done":7,"error":"…"}                                 what the test told as number 7 is done, or cannot be
//
// It reads, one object a line, each with a number of its own as "id":
//
//	{"id":7,"tell":"accept","ask":1}
//	{"id":8,"tell":"refuse","ask":1,"code":"unavailable","text":"…"}
//	{"id":9,"tell":"update","egress_id":"EG_…","info":{…}}  fields of EgressInfo; those not given stay
//	{"id":10,"tell":"free","free":false}                    whether it offers itself for recordings
//
// It ends with its standard input, so that it never outlives its test.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"sync"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/redis"
	"github.com/livekit/psrpc"
)

// told is a line of the test.
type told struct {
	ID       int             `json:"id"`
	Tell     string          `json:"tell"`
	Ask      int             `json:"ask"`
	Code     string          `json:"code"`
	Text     string          `json:"text"`
	EgressID string          `json:"egress_id"`
	Info     json.RawMessage `json:"info"`
	Free     bool            `json:"free"`
}

func main() {
	address := flag.String("redis", "127.0.0.1:6379", "host and port of the Redis that LiveKit uses")
	flag.Parse()
	if err := run(*address); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(address string) error {
	rc, err := redis.GetRedisClient(&redis.RedisConfig{Address: address})
	if err != nil {
		return err
	}
	w, err := newWorker(rc, os.Getenv("LIVEKIT_API_KEY"), os.Getenv("LIVEKIT_API_SECRET"))
	if err != nil {
		return err
	}
	say(map[string]any{"done": 0})

	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var t told
		if err := json.Unmarshal(line, &t); err != nil {
			return fmt.Errorf("not a line of the test: %w", err)
		}
		// Each by itself: an update waits for LiveKit, for as long as LiveKit is away.
		go func() {
			answer := map[string]any{"done": t.ID}
			if err := w.obey(t); err != nil {
				answer["error"] = err.Error()
			}
			say(answer)
		}()
	}
}

func (w *worker) obey(t told) error {
	switch t.Tell {
	case "accept":
		return w.decide(t.Ask, nil)
	case "refuse":
		return w.decide(t.Ask, psrpc.NewErrorf(psrpc.ErrorCode(t.Code), "%s", t.Text))
	case "free":
		w.free.Store(t.Free)
		return nil
	case "update":
		patch := &livekit.EgressInfo{}
		if err := protojson.Unmarshal(t.Info, patch); err != nil {
			return err
		}
		return w.update(context.Background(), t.EgressID, patch)
	default:
		return fmt.Errorf("it was told to %q, which it cannot", t.Tell)
	}
}

var output sync.Mutex

// say prints a line for the test.
func say(line any) {
	encoded, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	output.Lock()
	defer output.Unlock()
	_, _ = os.Stdout.Write(append(encoded, '\n'))
}
