"""One rank of PyTorch's own DistributedDataParallel on the model of DdpComparison's job file; rank 0 prints the seconds of each step.

Arguments: steps, then layers, hidden, heads, intermediate, vocabulary, sequence, micro-batch, micro-batches a step. Or: allreduce, bytes, repetitions.
"""
import contextlib
import os
import sys
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch import nn


class RmsNorm(nn.Module):
    def __init__(self, h):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(h))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * self.weight


class Layer(nn.Module):
    def __init__(self, h, heads, f, sequence):
        super().__init__()
        self.heads = heads
        self.n1, self.n2 = RmsNorm(h), RmsNorm(h)
        self.q, self.k, self.v, self.o = (nn.Linear(h, h, bias=False) for _ in range(4))
        self.gate, self.up = nn.Linear(h, f, bias=False), nn.Linear(h, f, bias=False)
        self.down = nn.Linear(f, h, bias=False)
        d = h // heads
        angle = torch.outer(torch.arange(sequence), 10000.0 ** (-torch.arange(0, d, 2) / d))
        angle = torch.cat((angle, angle), 1)
        self.cos, self.sin = angle.cos(), angle.sin()
        self.mask = torch.full((sequence, sequence), float("-inf")).triu(1)

    def split(self, x):
        return x.view(x.size(0), x.size(1), self.heads, -1).transpose(1, 2)

    def rotate(self, x):
        a, b = x.chunk(2, -1)
        return x * self.cos + torch.cat((-b, a), -1) * self.sin

    def forward(self, x):
        y = self.n1(x)
        q, k, v = self.rotate(self.split(self.q(y))), self.rotate(self.split(self.k(y))), self.split(self.v(y))
        if hasattr(F, "scaled_dot_product_attention"):
            mixed = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        else:
            mixed = (q @ k.transpose(-1, -2) / q.size(-1) ** 0.5 + self.mask).softmax(-1) @ v
        x = x + self.o(mixed.transpose(1, 2).flatten(2))
        y = self.n2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Decoder(nn.Module):
    def __init__(self, layers, h, heads, f, vocab, sequence):
        super().__init__()
        self.table = nn.Embedding(vocab, h)
        self.layers = nn.Sequential(*(Layer(h, heads, f, sequence) for _ in range(layers)))
        self.norm = RmsNorm(h)
        self.head = nn.Linear(h, vocab, bias=False)

    def forward(self, ids, targets):
        logits = self.head(self.norm(self.layers(self.table(ids))))
        return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def train(steps, layers, h, heads, f, vocab, sequence, micro, window):
    torch.manual_seed(0)
    model = nn.parallel.DistributedDataParallel(Decoder(layers, h, heads, f, vocab, sequence))
    rule = torch.optim.AdamW(model.parameters(), 1e-3, (0.9, 0.95), 1e-8, 0.1, foreach=True)
    for _ in range(steps):
        batches = [torch.randint(vocab, (micro, sequence + 1)) for _ in range(window)]
        start = time.perf_counter()
        rule.zero_grad(set_to_none=True)
        total = torch.zeros(())
        for i, batch in enumerate(batches):
            with model.no_sync() if i < window - 1 else contextlib.nullcontext():
                loss = model(batch[:, :-1], batch[:, 1:]) / window
                loss.backward()
            total += loss.detach()
        dist.all_reduce(total)
        rule.step()
        if dist.get_rank() == 0:
            print("seconds", time.perf_counter() - start)


def all_reduce(size, repetitions):
    tensor = torch.zeros(size // 4)
    for _ in range(repetitions):
        dist.barrier()
        start = time.perf_counter()
        dist.all_reduce(tensor)
        if dist.get_rank() == 0:
            print("seconds", time.perf_counter() - start)


torch.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
dist.init_process_group("gloo")
if sys.argv[1] == "allreduce":
    all_reduce(*map(int, sys.argv[2:]))
else:
    train(*map(int, sys.argv[1:]))
