package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	goredis "github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/livekit/protocol/egress"
	"github.com/livekit/protocol/livekit"
	"github.com/livekit/protocol/rpc"
	"github.com/livekit/protocol/utils"
	"github.com/livekit/protocol/utils/guid"
	"github.com/livekit/psrpc"
)

// decision is what the test answers to the request for a recording.
type decision struct {
	refusal error
	// done tells the test that LiveKit knows it, or why it cannot.
	done chan error
}

// recording is one that was accepted and has not ended.
type recording struct {
	// sending is held while LiveKit is told, so that what is told last is what LiveKit knows.
	sending    sync.Mutex
	info       *livekit.EgressInfo
	reportedAt int64
}

type worker struct {
	redis     goredis.UniversalClient
	apiKey    string
	apiSecret string
	free      atomic.Bool
	io        rpc.IOInfoClient
	handlers  rpc.EgressHandlerServer

	mu         sync.Mutex
	asks       map[int]chan decision
	lastAsk    int
	recordings map[string]*recording
}

func newWorker(rc goredis.UniversalClient, apiKey, apiSecret string) (*worker, error) {
	w := &worker{
		redis: rc, apiKey: apiKey, apiSecret: apiSecret,
		asks: map[int]chan decision{}, recordings: map[string]*recording{},
	}
	w.free.Store(true)
	bus := psrpc.NewRedisMessageBus(rc)
	var err error
	if w.io, err = rpc.NewIOInfoClient(bus, psrpc.WithClientSelectTimeout(5*time.Second)); err != nil {
		return nil, err
	}
	if w.handlers, err = rpc.NewEgressHandlerServer(stops{w}, bus); err != nil {
		return nil, err
	}
	starts, err := rpc.NewEgressInternalServer(w, bus)
	if err != nil {
		return nil, err
	}
	if err := starts.RegisterListActiveEgressTopic(""); err != nil {
		return nil, err
	}
	if err := starts.RegisterStartEgressTopic(""); err != nil {
		return nil, err
	}
	// The bus subscribes in the background and in order: when this name is known to Redis, so are those above.
	return w, w.listenForStop(context.Background(), guid.New(utils.EgressPrefix))
}

// listenForStop returns when a request to stop the recording would be heard.
func (w *worker) listenForStop(ctx context.Context, egressID string) error {
	if err := w.handlers.RegisterStopEgressTopic(egressID); err != nil {
		return err
	}
	for {
		channels, err := w.redis.PubSubChannels(ctx, "*"+egressID+"*").Result()
		if err != nil {
			return err
		}
		if len(channels) > 0 {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// StartEgressAffinity offers what the real worker does: LiveKit takes one that records already at once, and waits half a
// second for a better one than an idle one.
func (w *worker) StartEgressAffinity(context.Context, *rpc.StartEgressRequest) float32 {
	if !w.free.Load() {
		return -1
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.recordings) == 0 {
		return 0.5
	}
	return 1
}

func (w *worker) ListActiveEgress(context.Context, *rpc.ListActiveEgressRequest) (*rpc.ListActiveEgressResponse, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	answer := &rpc.ListActiveEgressResponse{}
	for egressID := range w.recordings {
		answer.EgressIds = append(answer.EgressIds, egressID)
	}
	return answer, nil
}

func (w *worker) StartEgress(ctx context.Context, req *rpc.StartEgressRequest) (*livekit.EgressInfo, error) {
	composite := req.GetRoomComposite()
	if composite == nil || len(composite.GetFileOutputs()) != 1 {
		return nil, psrpc.NewErrorf(psrpc.Unimplemented, "the stand-in records a room into one file")
	}
	if _, err := w.find(req.EgressId); err == nil {
		return nil, psrpc.NewErrorf(psrpc.AlreadyExists, "egress already exists")
	}
	made, err := w.ask(ctx, req, composite)
	if err != nil {
		return nil, err
	}
	if made.refusal != nil {
		made.done <- nil
		return nil, made.refusal
	}
	info, err := w.accept(ctx, req, composite)
	made.done <- err
	return info, err
}

// ask hands the request to the test and waits for its decision; without one LiveKit gives up.
func (w *worker) ask(ctx context.Context, req *rpc.StartEgressRequest, composite *livekit.RoomCompositeEgressRequest) (decision, error) {
	request, err := protojson.Marshal(composite)
	if err != nil {
		return decision{}, err
	}
	token, err := egress.BuildEgressToken(req.EgressId, w.apiKey, w.apiSecret, composite.RoomName)
	if err != nil {
		return decision{}, err
	}
	decided := make(chan decision, 1)
	w.mu.Lock()
	w.lastAsk++
	id := w.lastAsk
	w.asks[id] = decided
	w.mu.Unlock()
	say(map[string]any{
		"ask": "start", "id": id, "egress_id": req.EgressId, "request": json.RawMessage(request), "token": token,
	})
	select {
	case made := <-decided:
		return made, nil
	case <-ctx.Done():
		w.mu.Lock()
		_, isOpen := w.asks[id]
		delete(w.asks, id)
		w.mu.Unlock()
		if isOpen {
			return decision{}, ctx.Err()
		}
		// Decided in the same moment: the test is to hear how that went.
		return <-decided, nil
	}
}

// decide answers an ask, once, and returns when that is carried out.
func (w *worker) decide(id int, refusal error) error {
	w.mu.Lock()
	decided, ok := w.asks[id]
	delete(w.asks, id)
	w.mu.Unlock()
	if !ok {
		return fmt.Errorf("LiveKit waits for no answer to ask %d", id)
	}
	made := decision{refusal: refusal, done: make(chan error, 1)}
	decided <- made
	return <-made.done
}

// accept makes the recording known as the real worker does: LiveKit is told what was asked without the secrets in it.
func (w *worker) accept(ctx context.Context, req *rpc.StartEgressRequest, composite *livekit.RoomCompositeEgressRequest) (*livekit.EgressInfo, error) {
	redacted := proto.CloneOf(composite)
	egress.RedactEncodedOutputs(redacted)
	now := time.Now().UnixNano()
	info := &livekit.EgressInfo{
		EgressId:   req.EgressId,
		RoomId:     req.RoomId,
		RoomName:   composite.RoomName,
		SourceType: livekit.EgressSourceType_EGRESS_SOURCE_TYPE_WEB,
		Status:     livekit.EgressStatus_EGRESS_STARTING,
		StartedAt:  now,
		UpdatedAt:  now,
		Request:    &livekit.EgressInfo_RoomComposite{RoomComposite: redacted},
	}
	setFile(info, &livekit.FileInfo{Filename: composite.GetFileOutputs()[0].Filepath})
	// A copy, for the test may tell of the next state while this one is still sent.
	answer := proto.CloneOf(info)
	w.mu.Lock()
	w.recordings[req.EgressId] = &recording{info: info}
	w.mu.Unlock()
	err := w.listenForStop(ctx, req.EgressId)
	if err == nil {
		_, err = w.io.CreateEgress(ctx, answer, psrpc.WithRequestTimeout(15*time.Second))
	}
	if err != nil {
		w.forget(req.EgressId)
		return nil, err
	}
	return answer, nil
}

func (w *worker) forget(egressID string) {
	w.mu.Lock()
	delete(w.recordings, egressID)
	w.mu.Unlock()
	w.handlers.DeregisterStopEgressTopic(egressID)
}

func (w *worker) find(egressID string) (*recording, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r, ok := w.recordings[egressID]
	if !ok {
		return nil, psrpc.NewErrorf(psrpc.NotFound, "egress not found")
	}
	return r, nil
}
